// SPDX-License-Identifier: MIT
// The machine of section 7.
#include <algorithm>

#include "anmkit/cs2.hpp"

namespace anmkit::cs2 {
namespace {

std::int32_t signed_of(std::uint32_t bits) {
  return static_cast<std::int32_t>(bits);
}
std::uint32_t bits_of(std::int32_t number) {
  return static_cast<std::uint32_t>(number);
}

}  // namespace

Machine::Machine(const AnmFile& file, MachineOptions options)
    : file_(&file), options_(std::move(options)) {}

// Section 7.2. A faulty variable reads as 0 (section 7.6).
std::int32_t Machine::value(const Param& param) const {
  if (param.type == kVariable) return variable(signed_of(param.value));
  return param.type == kConstant || param.type == kLabel ? signed_of(param.value) : 0;
}

std::int32_t Machine::variable(std::int32_t index) const {
  return bits_of(index) < kVariables ? variables_[bits_of(index)] : 0;
}

void Machine::store(std::int32_t index, std::int32_t number) {
  if (bits_of(index) >= kVariables) return;
  std::int32_t& variable = variables_[bits_of(index)];
  if (trace_ != nullptr && variable != number) {
    *trace_ += "    @" + std::to_string(index) + ": " + std::to_string(variable) + " -> " +
               std::to_string(number) + "\n";
  }
  variable = number;
}

// Section 7.3: the upper bound never occurs, unless the option specifies it.
std::int32_t Machine::draw(std::int32_t low, std::int32_t high) {
  std::uint32_t range = bits_of(high) - bits_of(low);
  if (range == 0) return low;
  if (options_.inclusive_random) ++range;
  std::uint32_t random = 0;
  if (draws_ < options_.random.size()) {
    random = options_.random[draws_];
  } else {
    if (generator_.empty()) generator_.emplace_back(options_.seed);
    random = static_cast<std::uint32_t>(generator_.front()());
  }
  ++draws_;
  // A range of all 2^32 numbers wraps to 0.
  return signed_of((range == 0 ? random : random % range) + bits_of(low));
}

void Machine::block(std::int32_t duration) {
  duration_ = std::max(duration, 0);  // section 11.4
}

bool Machine::holds(const Timeline& line) const {
  const std::int32_t left = variable(value(line.params[0]));
  const std::int32_t right = value(line.params[1]);
  switch (line.op) {
    case 5:
      return left == right;
    case 6:
      return left != right;
    case 7:
      return left > right;
    case 8:
      return left < right;
    case 9:
      return left >= right;
    default:
      return left <= right;
  }
}

// Everything that neither blocks nor compares.
void Machine::execute_plain(const Timeline& line) {
  const auto& p = line.params;
  const std::int32_t first = value(p[0]);
  const std::int32_t second = value(p[1]);
  switch (line.op) {
    case 1:
      store(first, draw(second, value(p[2])));
      break;
    case 11:
      store(first, signed_of(options_.max_id));
      break;
    case 12:
      state_.blend = first;
      break;
    case 13:
      state_.disp = first;
      break;
    case 14:
      state_.x = first;
      state_.y = second;
      break;
    case 16:
      store(first, signed_of(bits_of(variable(first)) + bits_of(second)));
      break;
    case 17:
      store(first, signed_of(bits_of(variable(first)) - bits_of(second)));
      break;
    default:
      break;  // an unknown command does nothing (section 7.6)
  }
}

// True for instructions that block.
bool Machine::execute(const Timeline& line) {
  const auto& p = line.params;
  switch (line.op) {
    case 0:
      base_ += duration_;
      state_.frame = value(p[0]);
      block(draw(value(p[1]), value(p[2])));
      return true;
    case 15:
      base_ += duration_;
      block(draw(value(p[0]), value(p[1])));
      return true;
    case 2: {
      const std::int32_t index = value(p[0]);
      const std::int32_t left = variable(index);
      if (left > 0) {
        // The target may be the very variable that is counted down: it is read first.
        const std::int64_t target = value(p[1]);
        store(index, left - 1);
        pc_ = target - 1;
      }
      return false;
    }
    case 3:
      jump(p[0]);
      return false;
    case 4:
      if (variable(value(p[0])) > 0) jump(p[1]);
      return false;
    default:
      if (line.op >= 5 && line.op <= 10) {
        if (holds(line)) jump(p[2]);
      } else {
        execute_plain(line);
      }
      return false;
  }
}

// As the source writes it, with the value of a variable: "7", "@3=7".
std::string Machine::operand(const Param& param) const {
  const std::string number = std::to_string(value(param));
  return param.type == kVariable ? "@" + std::to_string(signed_of(param.value)) + "=" + number
                                 : number;
}

// Executes the next instruction; true when it blocks. The script may be over afterwards.
Result<bool> Machine::step() {
  ++pc_;
  if (ended()) return false;
  if (pc_ < 0) {
    pc_ = static_cast<std::int64_t>(file_->lines.size());
    return fail("cs2.A30", "a jump goes to a negative timeline; the script stops");
  }
  const auto index = static_cast<std::size_t>(pc_);
  if (trace_ != nullptr) {
    const Opcode* opcode = find_opcode(file_->lines[index].op);
    std::string text = "  #" + std::to_string(index) + " ";
    if (opcode == nullptr) {
      text += "command " + std::to_string(file_->lines[index].op);
    } else {
      text += opcode->keyword.empty() ? "image" : opcode->keyword;
      for (std::size_t k = 0; k < opcode->count; ++k)
        text += " " + operand(file_->lines[index].params[k]);
    }
    *trace_ += text + "\n";
  }
  return execute(file_->lines[index]);
}

Result<bool> Machine::run_until(std::int64_t now) {
  const MachineState old = state_;
  std::uint64_t executed = 0;
  // Section 7.4: base grows as elapsed shrinks, so the difference to `now` is the same.
  while (duration_ <= now - base_) {
    if (executed++ == options_.budget) {
      return fail("cs2.BUDGET",
                  "more than " + std::to_string(options_.budget) +
                      " instructions in the update of tick " + std::to_string(now) +
                      ": the script loops without waiting (timeline " + std::to_string(pc_) + ")",
                  {}, "lines[" + std::to_string(pc_) + "]");
    }
    if (auto blocked = step(); !blocked) return blocked;
    if (ended()) break;
  }
  return state_ != old;
}

Result<void> update(std::span<Machine> machines, std::int64_t now) {
  Result<void> all;
  for (Machine& machine : machines) {
    if (machine.waits(now)) continue;
    if (auto changed = machine.update(now); !changed && all)
      all = std::unexpected(std::move(changed.error()));
  }
  return all;
}

Result<bool> Machine::run_to_block() {
  for (std::uint64_t executed = 0; !ended() && executed < options_.budget; ++executed) {
    const auto blocked = step();
    if (!blocked || *blocked) return blocked;
  }
  if (ended()) return false;
  return fail("cs2.BUDGET", "the script loops without waiting");
}

}  // namespace anmkit::cs2

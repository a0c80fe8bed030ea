// SPDX-License-Identifier: MIT
// Findings about a compiled script (section 9).
#include <algorithm>

#include "anmkit/cs2.hpp"
#include "core/listing.hpp"
#include "formats/cs2/script/flow.hpp"

namespace anmkit::cs2 {
namespace {

std::int32_t signed_of(const Param& param) {
  return static_cast<std::int32_t>(param.value);
}
std::string text(std::int64_t number) {
  return std::to_string(number);
}

// Findings of one timeline.
class LineCheck {
 public:
  LineCheck(const AnmFile& file, std::size_t index, Diagnostics& diagnostics)
      : file_(file), line_(file.lines[index]), index_(index), diagnostics_(diagnostics) {}

  void run() {
    const Opcode* opcode = find_opcode(line_.op);
    if (opcode == nullptr) {
      diagnostics_.add(Severity::error, "cs2.A10", head() + "unknown command " + text(line_.op),
                       base(), path() + ".op");
      return;
    }
    for (std::size_t slot = 0; slot < line_.params.size(); ++slot) {
      if (slot < opcode->count) {
        check_slot(slot, opcode->roles[slot]);
      } else if (line_.params[slot] != Param{}) {
        add(Severity::info, "cs2.A13", slot, "unused parameter " + text_of(slot) + " is not zero");
      }
    }
    for (std::size_t slot = 1; slot < opcode->count; ++slot) {
      if (opcode->roles[slot] == Role::maximum) check_range(slot);
    }
    if (line_.op == 12) check_blend();
    if (line_.op == 13) check_disp();
  }

 private:
  static std::string text_of(std::size_t slot) { return std::to_string(slot); }
  std::uint64_t base() const { return kHeaderSize + kTimelineSize * index_; }
  std::string head() const { return "#" + std::to_string(index_) + ": "; }
  std::string path() const { return "lines[" + std::to_string(index_) + "]"; }
  void add(Severity severity, std::string_view code, std::size_t slot, std::string message) {
    diagnostics_.add(severity, code, head() + std::move(message), base() + 4 + 8 * slot,
                     path() + ".params[" + text_of(slot) + "]");
  }

  void check_slot(std::size_t slot, Role role) {
    const Param& param = line_.params[slot];
    if (param.type == kLabel) {
      add(Severity::warning, "cs2.A11", slot,
          "parameter " + text_of(slot) + " is an unresolved label (type 2)");
    } else if (param.type > kLabel) {
      add(Severity::error, "cs2.A12", slot,
          "parameter " + text_of(slot) + " has invalid type " + text(param.type) +
              "; engine uses 0");
    }
    if (role == Role::variable && param.type == kConstant && param.value >= kVariables) {
      add(Severity::error, "cs2.A20", slot,
          "variable index " + text(signed_of(param)) + " outside 0-63");
    }
    if (param.type == kVariable && param.value >= kVariables) {
      add(Severity::error, "cs2.A21", slot,
          "variable reference @" + text(signed_of(param)) + " outside 0-63");
    }
    if (role == Role::label && param.type == kConstant) check_target(slot, signed_of(param));
  }

  void check_target(std::size_t slot, std::int64_t target) {
    const auto count = static_cast<std::int64_t>(file_.lines.size());
    if (target < 0) {
      add(Severity::error, "cs2.A30", slot, "jump target is negative");
    } else if (target > count) {
      add(Severity::warning, "cs2.A31", slot,
          "jump target " + text(target) + " is beyond the end (stops the script)");
    } else if (target == count) {
      add(Severity::info, "cs2.A32", slot, "jump ends the script");
    }
  }

  // `slot` is the maximum; the minimum is before it.
  void check_range(std::size_t slot) {
    const Param& low = line_.params[slot - 1];
    const Param& high = line_.params[slot];
    const bool duration = line_.op != 1;
    const bool both = low.type == kConstant && high.type == kConstant;
    const std::int64_t least = signed_of(low), most = signed_of(high);
    if (both && least > most) {
      add(Severity::warning, "cs2.A40", slot, "maximum is below minimum; random range wraps");
    }
    if (duration && low.type == kConstant && least < 0) {
      add(Severity::warning, "cs2.A41", slot - 1, "negative duration");
    } else if (duration && high.type == kConstant && most < 0) {
      add(Severity::warning, "cs2.A41", slot, "negative duration");
    }
    const bool only = both && most == least + 1;
    if (line_.op == 0 && both && least == 0 && (most == 0 || only) &&
        index_ + 1 != file_.lines.size()) {
      add(Severity::info, "cs2.A42", slot - 1, "image never becomes visible");
    }
    if (only) add(Severity::info, "cs2.A43", slot, "range allows one value only");
  }

  void check_blend() {
    const Param& param = line_.params[0];
    if (param.type != kConstant || param.value <= 255) return;
    add(Severity::warning, "cs2.A60", 0, "blend " + text(signed_of(param)) + " outside 0-255");
  }
  void check_disp() {
    const Param& param = line_.params[0];
    if (param.type != kConstant || param.value <= 1) return;
    add(Severity::info, "cs2.A61", 0, "disp " + text(signed_of(param)) + " counts as shown");
  }

  const AnmFile& file_;
  const Timeline& line_;
  std::size_t index_;
  Diagnostics& diagnostics_;
};

void check_header(const AnmFile& file, Diagnostics& diagnostics) {
  const auto reserved = [&](std::uint64_t offset, std::uint32_t value, std::string path) {
    if (value == 0) return;
    diagnostics.add(Severity::warning, "cs2.A06",
                    "header reserved field at offset " + std::to_string(offset) + " is " +
                        std::to_string(value) + ", expected 0",
                    offset, std::move(path));
  };
  reserved(4, file.unknown1, "unknown1");
  for (std::size_t i = 0; i < file.reserved.size(); ++i)
    reserved(12 + 4 * i, file.reserved[i], "reserved[" + std::to_string(i) + "]");
  if (file.lines.empty()) {
    diagnostics.add(Severity::error, "cs2.A03", "timeline count is 0; the engine refuses it", 8,
                    "count");
  }
  if (!file.tail.empty()) {
    diagnostics.add(Severity::warning, "cs2.A05",
                    std::to_string(file.tail.size()) + " trailing bytes are ignored by the engine",
                    kHeaderSize + kTimelineSize * file.lines.size(), "tail");
  }
}

void check_images(const AnmFile& file, std::vector<std::uint32_t> ids, std::string_view name,
                  Diagnostics& diagnostics) {
  std::ranges::sort(ids);
  std::vector<std::uint32_t> used;
  bool computed = false;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    if (file.lines[i].op != 0) continue;
    const Param& id = file.lines[i].params[0];
    if (id.type == kVariable) computed = true;
    if (id.type != kConstant) continue;
    used.push_back(id.value);
    if (std::ranges::binary_search(ids, id.value) ||
        !diagnostics.wants(Severity::warning, "cs2.A70"))
      continue;
    diagnostics.add(
        Severity::warning, "cs2.A70",
        "#" + std::to_string(i) + ": image id " +
            std::to_string(static_cast<std::int32_t>(id.value)) + " not in " + std::string(name) +
            " (ids: " + listed(ids, 16, [](std::uint32_t one) { return std::to_string(one); }) +
            ")",
        kHeaderSize + kTimelineSize * i + 4, "lines[" + std::to_string(i) + "].params[0]");
  }
  if (computed) return;  // any image may be shown
  std::ranges::sort(used);
  for (const std::uint32_t id : ids) {
    if (std::ranges::binary_search(used, id)) continue;
    diagnostics.add(Severity::info, "cs2.A71", "image id " + std::to_string(id) + " is never used");
  }
}

}  // namespace

void check(const AnmFile& file, const std::vector<std::uint32_t>* image_ids,
           std::string_view image_name, Diagnostics& diagnostics) {
  check_header(file, diagnostics);
  for (std::size_t i = 0; i < file.lines.size(); ++i)
    LineCheck(file, i, diagnostics).run();
  check_flow(file, diagnostics);
  if (image_ids != nullptr) check_images(file, *image_ids, image_name, diagnostics);
}

}  // namespace anmkit::cs2

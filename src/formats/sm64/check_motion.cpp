// SPDX-License-Identifier: MIT
// Checks of animations in every spelling (section 9).
#include <algorithm>
#include <set>
#include <utility>

#include "core/counted.hpp"
#include "formats/sm64/check.hpp"
#include "formats/sm64/geo/geo.hpp"
#include "formats/sm64/motion/channels.hpp"
#include "formats/sm64/scene.hpp"

namespace anmkit::sm64 {
namespace {

class MotionCheck {
 public:
  MotionCheck(const Motion& motion, const CheckContext& context, Findings& findings)
      : motion_(motion), context_(context), findings_(findings) {}

  void run() {
    const auto problem = channel_problem(motion_);
    channels_known_ = !problem;
    if (problem) add(Severity::error, problem->code, problem->message, problem->field);
    frames();
    flags();
    fields();
    if (!motion_.index.empty() && channels_known_) {
      index();
      channels();
    }
  }

 private:
  void add(Severity severity, std::string_view code, std::string message, std::string_view member) {
    auto at = context_.place ? context_.place(member) : std::nullopt;
    if (!at) at = motion_.offset;
    findings_.add(severity, code, motion_.name + ": " + std::move(message), at,
                  motion_.path + "." + std::string(member));
  }

  void frames() {
    const Header& h = motion_.header;
    const std::string end = std::to_string(h.loopEnd);
    if (h.loopEnd <= 0) {
      add(Severity::error, "E-LOOPEND",
          "loopEnd " + end + ": last frame would be " + std::to_string(h.loopEnd - 1), "loopEnd");
    }
    if (h.loopStart < 0 || (h.loopStart >= h.loopEnd && h.loopEnd > 0)) {
      add(Severity::warning, "W-LOOPSTART",
          "loopStart " + std::to_string(h.loopStart) + ": loop restarts outside 0.." +
              std::to_string(h.loopEnd - 1),
          "loopStart");
    }
    if (h.startFrame < 0 || h.startFrame > h.loopEnd) {
      add(Severity::warning, "W-START",
          "startFrame " + std::to_string(h.startFrame) + " is outside the loop 0.." +
              std::to_string(h.loopEnd - 1),
          "startFrame");
    } else if (h.startFrame == h.loopEnd && h.loopEnd > 0) {
      add(Severity::info, "W-START", "startFrame is loopEnd (" + end + "), one past the last frame",
          "startFrame");
    }
  }

  void flags() {
    const auto f = static_cast<std::uint16_t>(motion_.header.flags);
    const std::uint16_t trans = f & (kHorTrans | kVertTrans | kNoTrans);
    if ((trans & (trans - 1)) != 0) {
      const std::string_view first = (f & kHorTrans) != 0 ? "bit 3" : "bit 4";
      add(Severity::warning, "W-TRANSFLAGS",
          "flags " + hex_number(f) + ": only " + std::string(first) + " takes effect when drawing",
          "flags");
    }
    if ((f & kNoAdvance) != 0) {
      add(Severity::warning, "W-NOADVANCE", "frame will not advance unless code sets it", "flags");
    }
    std::uint16_t known = 0x7F;
    if (motion_.coopdx) known |= kBoneTrans | kBoneScale;
    if ((f & ~known) != 0 && channels_known_) {
      add(Severity::warning, "W-FLAGBITS",
          "flags " + hex_number(f) +
              " has bits without a meaning: " + hex_number(static_cast<std::uint16_t>(f & ~known)),
          "flags");
    }
  }

  void fields() {
    const Header& h = motion_.header;
    if (h.animYTransDivisor != 0 && !motion_.mario) {
      add(Severity::warning, "W-DIVISOR",
          "divisor " + std::to_string(h.animYTransDivisor) +
              ": root translation will be multiplied by 0",
          "animYTransDivisor");
    }
    const std::uint32_t wanted = context_.in_dma ? context_.entry_size : 0;
    if (h.length != wanted) {
      add(Severity::warning, "W-LENGTH",
          "length is " + std::to_string(h.length) + ", expected " + std::to_string(wanted),
          "length");
    }
  }

  void index() {
    const std::size_t n = motion_.index.size();
    if (n < 12 || n % 6 != 0) {
      add(Severity::error, "E-INDEXLEN",
          "index table has " + counted(n, "entry", "entries") +
              "; must be 6*(parts+1), at least 12",
          "index");
      return;
    }
    const auto parts = static_cast<std::int64_t>(n / 6) - 1;
    if (motion_.header.unusedBoneCount != parts) {
      add(Severity::warning, "W-BONECOUNT",
          "header has " + counted(motion_.header.unusedBoneCount, "part") + ", index table has " +
              std::to_string(parts),
          "unusedBoneCount");
    }
  }

  void channels() {
    std::int64_t most = 0;
    const std::int64_t end = motion_.header.loopEnd;
    for (std::size_t k = 0; k < channel_count(motion_); ++k) {
      const std::int64_t count = motion_.index[2 * k];
      most = std::max(most, count);
      if (count == 0) {
        channel(Severity::error, "E-COUNT0", k, "has 0 frames");
        continue;
      }
      if (count > 32767) {
        channel(Severity::warning, "W-BIGCOUNT", k,
                "has " + counted(count, "frame") + "; frames above 32767 cannot be reached");
      }
      if (!motion_.values.empty()) range(k, count);
    }
    if (end <= 0) return;
    if (most < end) {
      add(Severity::info, "I-HELD",
          "channels have at most " + std::to_string(most) + " of " + counted(end, "frame") +
              ": last frame held",
          "loopEnd");
    } else if (most > end) {
      add(Severity::info, "I-TAIL", counted(most - end, "frame") + " never shown by this variant",
          "loopEnd");
    }
  }

  void range(std::size_t k, std::int64_t count) {
    const std::int64_t first = motion_.index[2 * k + 1];
    const auto size = static_cast<std::int64_t>(motion_.values.size());
    if (first + count <= size) return;
    const std::int64_t reachable = std::clamp<std::int64_t>(motion_.header.loopEnd, 1, count);
    const bool harmless = first + reachable <= size && motion_.header.loopEnd > 0;
    channel(harmless ? Severity::warning : Severity::error, harmless ? "W-RANGE" : "E-RANGE", k,
            "reads samples " + std::to_string(first) + ".." + std::to_string(first + count - 1) +
                " of " + std::to_string(size));
  }

  void channel(Severity severity, std::string_view code, std::size_t k, std::string message) {
    if (!findings_.wants(severity, code)) return;
    add(severity, code, channel_name(motion_, k) + " " + std::move(message),
        "index[" + std::to_string(2 * k) + "]");
  }

  const Motion& motion_;
  const CheckContext& context_;
  Findings& findings_;
  bool channels_known_ = true;
};

// Samples that trailing equal ones and constant channels would save (section 10.4, step 1).
std::size_t trimmed(const Motion& motion) {
  std::size_t saved = 0;
  for (std::size_t k = 0; k < channel_count(motion); ++k) {
    const std::size_t count = motion.index[2 * k], first = motion.index[2 * k + 1];
    if (count == 0 || first + count > motion.values.size()) continue;
    std::size_t left = count;
    while (left > 1 && motion.values[first + left - 1] == motion.values[first + left - 2])
      --left;
    saved += count - left;
  }
  return saved;
}

// How far the channels of motions reach into the table that they share, and how many of its samples
// no channel refers to.
struct Reach {
  std::size_t end = 0, missed = 0;
};
Reach reach(const std::vector<const Motion*>& list, std::size_t size) {
  std::set<const std::uint16_t*> seen;
  std::vector<std::pair<std::size_t, std::size_t>> ranges;
  Reach reach;
  bool in_order = true;
  for (const Motion* motion : list) {
    if (!seen.insert(motion->index.data()).second) continue;
    for (std::size_t k = 0; k < channel_count(*motion); ++k) {
      const std::size_t count = motion->index[2 * k], first = motion->index[2 * k + 1];
      const std::size_t end = std::min(first + count, size);
      if (first >= end) continue;
      in_order = in_order && first <= reach.end;
      reach.end = std::max(reach.end, end);
      ranges.emplace_back(first, end);
    }
  }
  // Usual tables have channel after channel, with nothing between them.
  reach.missed = size - reach.end;
  if (in_order) return reach;
  std::ranges::sort(ranges);
  std::size_t covered = 0;
  for (const auto& [first, end] : ranges) {
    if (first > covered) reach.missed += first - covered;
    covered = std::max(covered, end);
  }
  return reach;
}

}  // namespace

void check_motion(const Motion& motion, const CheckContext& context, Findings& findings) {
  MotionCheck(motion, context, findings).run();
}

void check_samples(const std::vector<Motion>& motions, Findings& findings) {
  // Tables are distinguished by where their numbers are in memory.
  std::map<const std::uint16_t*, std::size_t> places;
  std::vector<std::vector<const Motion*>> users;  // in the order of the motions
  std::map<const std::uint16_t*, bool> trimmed_index;
  for (const Motion& motion : motions) {
    if (motion.values.empty() || motion.index.empty()) continue;
    const auto [place, fresh] = places.emplace(motion.values.data(), users.size());
    if (fresh) users.emplace_back();
    users[place->second].push_back(&motion);
    if (!trimmed_index.emplace(motion.index.data(), true).second) continue;
    if (const std::size_t saved = trimmed(motion); saved > 0) {
      findings.info("I-TRIM", motion.name + ": " + counted(saved, "sample") + " could be saved",
                    motion.offset, motion.path);
    }
  }
  for (const std::vector<const Motion*>& list : users) {
    const std::span<const std::uint16_t> values = list.front()->values;
    const auto [reached, missed] = reach(list, values.size());
    std::size_t unused = missed;
    // One zero after an odd number of samples is padding.
    const bool pad = reached % 2 == 1 && values.size() == reached + 1 && values.back() == 0;
    if (pad) --unused;
    if (unused == 0) continue;
    findings.info("I-UNUSED",
                  list.front()->name + ": " + counted(unused, "sample") + " no channel refers to",
                  list.front()->offset, list.front()->path + ".values");
  }
}

void check_skeleton(const std::vector<Motion>& motions, Companions companions,
                    const Options& options, Diagnostics& diagnostics) {
  // An address means a layout inside the file, which exports and samples look up.
  if (parse_number(options.text("geo"))) return;
  Findings findings(diagnostics);
  std::map<std::size_t, std::size_t> drawn_for;  // a skeleton is built once for a part count
  for (const Motion& motion : motions) {
    const std::size_t parts = part_count(motion);
    if (parts == 0) continue;
    const auto [place, fresh] = drawn_for.emplace(parts, 0);
    if (fresh) {
      const auto shown = drawn_parts(companions, options, parts, diagnostics);
      if (!shown) diagnostics.add(shown.error());
      if (!shown || !*shown) return;
      place->second = **shown;
    }
    const std::size_t drawn = place->second;
    if (drawn == parts) continue;
    findings.warning("W-SKELETON",
                     motion.name + ": model draws " + counted(drawn, "part") + ", animation has " +
                         std::to_string(parts) +
                         (drawn < parts ? ": tail ignored" : ": reads past the table"),
                     motion.offset, motion.path + ".index");
  }
}

}  // namespace anmkit::sm64

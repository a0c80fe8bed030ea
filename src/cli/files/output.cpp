// SPDX-License-Identifier: MIT
// Outputs with messages about them.
#include "cli/files/output.hpp"

#include <fmt/format.h>

#include <cerrno>

#include "cli/arguments/bounds.hpp"
#include "cli/files/encoding.hpp"
#include "cli/files/storage.hpp"
#include "cli/platform/calls.hpp"
#include "cli/report.hpp"
#include "core/counted.hpp"

namespace anmkit::cli {

OutputWishes wishes_of(const Arguments& arguments) {
  const bool folder = arguments.output.ends_with('/');
  return {.force = arguments.force,
          .durable = !folder,
          .below = folder ? arguments.output : std::string()};
}

Result<std::uint64_t> write_output(const std::string& path, const Pieces& bytes,
                                   const OutputWishes& wishes) {
  if (const std::string missed = unread(); path == "-" && !missed.empty())
    return fail(std::string(kCannotWrite), "cannot be written: " + missed);
  if (path == "-")
    return write_pieces(bytes, [](ByteView piece) { return print_result(as_text(piece)); });
  auto staged = StagedFile::write(path, bytes, wishes);
  if (!staged) return std::unexpected(std::move(staged.error()));
  if (auto placed = staged->place(); !placed) return std::unexpected(std::move(placed.error()));
  staged->sync_name();
  return staged->size();
}

int status_of_output(const Error& error) {
  if (error.code == kUsageError) return kUsage;
  return error.code == kOverLimit || error.code == kSameName ? kBad : kSystem;
}

int deliver(const std::string& path, const Pieces& bytes, const Arguments& arguments) {
  const auto written = write_output(path, bytes, wishes_of(arguments));
  if (!written) {
    print_diagnostic(path, written.error());
    return status_of_output(written.error());
  }
  if (path != "-") print_note(fmt::format("{}: {}", shown(path), counted(*written, "byte")));
  return kGood;
}

int Delivery::add(const std::string& path, const Pieces& bytes) {
  if (path == "-") return deliver(path, bytes, arguments_);
  auto staged = StagedFile::write(path, bytes, wishes_of(arguments_));
  if (!staged) {
    failed_ = true;
    print_diagnostic(path, staged.error());
    return status_of_output(staged.error());
  }
  files_.push_back(std::move(*staged));
  return kGood;
}

int Delivery::place() {
  if (failed_) return kGood;  // which was reported, and is somebody's status
  if (auto placed = place_all(files_); !placed) {
    Error error = std::move(placed.error());
    const std::string path = std::exchange(error.path, {});
    print_diagnostic(path, error);
    return status_of_output(error);
  }
  for (const StagedFile& file : files_)
    print_note(fmt::format("{}: {}", shown(file.path()), counted(file.size(), "byte")));
  return kGood;
}

}  // namespace anmkit::cli

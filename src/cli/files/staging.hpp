// SPDX-License-Identifier: MIT
// Outputs that are whole under temporary names, and then put there: one alone, or several together.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "anmkit/result.hpp"
#include "cli/files/temporaries.hpp"
#include "core/bytes.hpp"

namespace anmkit::cli {

struct OutputWishes {
  bool force = false;      // an existing file is replaced
  bool durable = true;     // on the disk before it is seen under its name
  std::string below = {};  // a folder ("out/"): no link below it is followed
};

// Code: two outputs of a run have the same name.
inline constexpr std::string_view kSameName = "anmkit.SAME-NAME";
// Of each output once: the error kSameName where an earlier one of this run has the path, however
// it is spelled.
Result<void> claim_output(const std::string& path);
// At the beginning of a run.
void forget_outputs();

// To an open file or pipe, all of it; false when that fails.
bool write_all(int file, ByteView bytes);
// Hands pieces to `write` until one fails, or the limit of an output is met. Gives their bytes.
Result<std::uint64_t> write_pieces(const Pieces& bytes, const Sink& write);

// A file that was written and has its name not yet; gone unless it is placed.
class StagedFile {
 public:
  // Devices and pipes are written at once; there is nothing left to place.
  static Result<StagedFile> write(const std::string& path, const Pieces& bytes,
                                  const OutputWishes& wishes);
  // The contents that another process wrote to `temporary`, which it may not have made.
  static Result<StagedFile> adopt(const std::string& path, const std::string& temporary,
                                  const OutputWishes& wishes);
  StagedFile(StagedFile&&) noexcept;
  StagedFile& operator=(StagedFile&&) noexcept;
  ~StagedFile() = default;

  std::uint64_t size() const { return size_; }
  const std::string& path() const { return path_; }
  // Where its bytes are until it is placed; empty: there is nothing to place.
  std::string temporary() const { return temporary_ ? temporary_.name() : std::string(); }
  // Gives it its name. Without force a file that appeared meanwhile is not lost.
  Result<void> place();
  // Before several are placed: what is there gets a second name, to come back from.
  void keep_before();
  // Takes it away again, and what it replaced comes back.
  void withdraw();
  // After it was placed: the name is on the disk as well.
  void sync_name() const;

 private:
  StagedFile() = default;
  // Finds out where the file goes. No target: it is a device or a pipe.
  static Result<StagedFile> aim(const std::string& path, const OutputWishes& wishes);
  Result<void> make_folder() const;
  Result<void> place_new();

  std::string path_;         // as it was asked for
  std::string target_;       // links followed
  TemporaryFile temporary_;  // none: placed, or nothing to place
  TemporaryFile before_;     // the replaced file, under another name; none: nothing, or not kept
  bool force_ = false, durable_ = false, fresh_ = false, placed_ = false;
  std::uint64_t size_ = 0;
};

// All of them or none.
Result<void> place_all(std::vector<StagedFile>& files);

// The message about an output that the system refused; 0: without a reason.
std::unexpected<Error> write_failure(int number);

}  // namespace anmkit::cli

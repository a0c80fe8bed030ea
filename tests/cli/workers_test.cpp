// SPDX-License-Identifier: MIT
// Work inside of work: all of it is done once, by those who are free.
#include "cli/workers.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <vector>

namespace anmkit::cli {
namespace {

TEST(Workers, RunEachPartOfEachTaskOnce) {
  constexpr std::size_t kWorks = 40, kParts = 50;
  std::array<std::array<std::atomic<int>, kParts>, kWorks> done{};
  std::atomic<bool> known = true;
  std::vector<std::size_t> order;
  in_order(
      kWorks,
      [&](std::size_t work, std::size_t) {
        share(kParts, [&, work](std::size_t part, std::size_t worker) {
          ++done[work][part];
          if (worker >= worker_count()) known = false;
          if (part == 0) share(3, [&, work](std::size_t, std::size_t) { ++done[work][part]; });
        });
      },
      [&](std::size_t work) { order.push_back(work); });
  for (std::size_t work = 0; work < kWorks; ++work) {
    EXPECT_EQ(order.at(work), work);
    for (std::size_t part = 0; part < kParts; ++part)
      EXPECT_EQ(done[work][part], part == 0 ? 4 : 1) << work << ", " << part;
  }
  EXPECT_TRUE(known);
}

// Whether two parts of a work were under way at one time, which takes two threads.
class Meeting {
 public:
  void come() {
    std::unique_lock lock(mutex_);
    ++here_;
    all_.notify_all();
    all_.wait_for(lock, std::chrono::seconds(30), [this] { return here_ == 2; });
  }
  bool complete() const { return here_ == 2; }

 private:
  std::mutex mutex_;
  std::condition_variable all_;
  int here_ = 0;
};

TEST(Workers, IdleWorkersHelpOthers) {
  if (worker_count() < 2) GTEST_SKIP() << "one core";
  Meeting in_line, in_share;
  const auto meet = [](Meeting& meeting, std::size_t work) {
    if (work == 0) share(2, [&](std::size_t, std::size_t) { meeting.come(); });
  };
  in_order(2, [&](std::size_t work, std::size_t) { meet(in_line, work); }, [](std::size_t) {});
  share(2, [&](std::size_t work, std::size_t) { meet(in_share, work); });
  EXPECT_TRUE(in_line.complete());
  EXPECT_TRUE(in_share.complete());
}

}  // namespace
}  // namespace anmkit::cli

// SPDX-License-Identifier: MIT
// Threads for one call each, which is cheap beside reading a file.
#include "cli/workers.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "cli/report.hpp"

namespace anmkit::cli {
namespace {

// How many results may wait for each worker.
constexpr std::size_t kAhead = 4;

class Line {
 public:
  Line(std::size_t count, const Work& work, const std::function<void(std::size_t)>& deliver)
      : count_(count),
        work_(work),
        deliver_(deliver),
        window_(kAhead * worker_count()),
        done_(window_, false),
        said_(window_) {}

  void run() {
    std::vector<std::thread> threads;
    for (std::size_t worker = 0; worker < worker_count(); ++worker)
      threads.emplace_back([this, worker] { labour(worker); });
    for (std::size_t i = 0; i < count_; ++i) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return done_[i % window_]; });
      const std::vector<Message> said = std::move(said_[i % window_]);
      lock.unlock();
      print_messages(said);
      deliver_(i);
      lock.lock();
      done_[i % window_] = false;
      said_[i % window_].clear();
      delivered_ = i + 1;
      changed_.notify_all();
    }
    for (std::thread& thread : threads)
      thread.join();
  }

 private:
  void labour(std::size_t worker) {
    while (true) {
      std::unique_lock lock(mutex_);
      const std::size_t i = next_++;
      if (i >= count_) return;
      changed_.wait(lock, [&] { return i < delivered_ + window_; });
      lock.unlock();
      std::vector<Message> said;
      {
        const HeldMessages held(said);
        work_(i, worker);
      }
      lock.lock();
      said_[i % window_] = std::move(said);
      done_[i % window_] = true;
      changed_.notify_all();
    }
  }

  std::size_t count_;
  const Work& work_;
  const std::function<void(std::size_t)>& deliver_;
  std::size_t window_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<bool> done_;  // of the indices delivered_ ... delivered_ + window_ - 1
  std::vector<std::vector<Message>> said_;
  std::size_t next_ = 0, delivered_ = 0;
};

}  // namespace

std::size_t worker_count() {
  static const std::size_t kCount =
      std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, 64);
  return kCount;
}

void share(std::size_t count, const Work& work) {
  const std::size_t workers = std::min(worker_count(), count);
  if (workers < 2) {
    for (std::size_t i = 0; i < count; ++i)
      work(i, 0);
    return;
  }
  std::atomic<std::size_t> next = 0;
  std::vector<std::thread> threads;
  for (std::size_t worker = 0; worker < workers; ++worker) {
    threads.emplace_back([&, worker] {
      for (std::size_t i = next++; i < count; i = next++)
        work(i, worker);
    });
  }
  for (std::thread& thread : threads)
    thread.join();
}

void in_order(std::size_t count, const Work& work,
              const std::function<void(std::size_t index)>& deliver) {
  if (worker_count() > 1 && count > 1) return Line(count, work, deliver).run();
  for (std::size_t i = 0; i < count; ++i) {
    work(i, 0);
    deliver(i);
  }
}

}  // namespace anmkit::cli

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

// How many blocks of messages may wait for each worker.
constexpr std::size_t kAhead = 64;

// Small files are faster read than handed over one by one.
std::size_t block_size(std::size_t count) {
  return std::clamp<std::size_t>(count / (64 * worker_count()), 1, 32);
}

class Line {
 public:
  Line(std::size_t count, const Work& work, const std::function<void(std::size_t)>& deliver)
      : count_(count),
        size_(block_size(count)),
        blocks_((count + size_ - 1) / size_),
        work_(work),
        deliver_(deliver),
        window_(kAhead * worker_count()),
        waiting_(window_) {}

  void run() {
    std::vector<std::thread> threads;
    for (std::size_t worker = 0; worker < worker_count(); ++worker)
      threads.emplace_back([this, worker] { labour(worker); });
    for (std::size_t block = 0; block < blocks_; ++block) {
      std::unique_lock lock(mutex_);
      finished_.wait(lock, [&] { return waiting_[block % window_].done; });
      const Said said = std::move(waiting_[block % window_].said);
      lock.unlock();
      for (std::size_t i = 0; i < said.size(); ++i) {
        print_messages(said[i]);
        deliver_(block * size_ + i);
      }
      lock.lock();
      waiting_[block % window_] = {};
      delivered_ = block + 1;
      lock.unlock();
      room_.notify_all();
    }
    for (std::thread& thread : threads)
      thread.join();
  }

 private:
  using Said = std::vector<std::vector<Message>>;  // by the things of a block
  struct Waiting {
    bool done = false;
    Said said;
  };

  void labour(std::size_t worker) {
    while (true) {
      std::unique_lock lock(mutex_);
      const std::size_t block = next_++;
      if (block >= blocks_) return;
      room_.wait(lock, [&] { return block < delivered_ + window_; });
      lock.unlock();
      const std::size_t begin = block * size_, end = std::min(begin + size_, count_);
      Said said(end - begin);
      for (std::size_t i = begin; i < end; ++i) {
        const HeldMessages held(said[i - begin]);
        work_(i, worker);
      }
      lock.lock();
      waiting_[block % window_] = {true, std::move(said)};
      lock.unlock();
      finished_.notify_one();
    }
  }

  std::size_t count_, size_, blocks_;
  const Work& work_;
  const std::function<void(std::size_t)>& deliver_;
  std::size_t window_;
  std::mutex mutex_;
  std::condition_variable finished_, room_;
  std::vector<Waiting> waiting_;  // of the blocks delivered_ ... delivered_ + window_ - 1
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

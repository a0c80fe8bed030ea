// SPDX-License-Identifier: MIT
// Threads for one call each, which is cheap next to reading a file.
#include "cli/workers.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
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

// Which of the workers this thread is, if it is one.
thread_local std::optional<std::size_t> own_number;

// The work that a worker shares with idle ones.
struct Task {
  std::size_t count;
  const Work& work;
  std::atomic<std::size_t> next = 0;
  std::size_t helpers = 0;  // guarded by Crew

  void run(std::size_t worker) {
    for (std::size_t i = next++; i < count; i = next++)
      work(i, worker);
  }
};

// The workers of the process that may help each other.
class Crew {
 public:
  // The work of one worker, until all helpers are done with it.
  void share(Task& task, std::size_t worker) {
    {
      const std::scoped_lock lock(mutex_);
      open_.push_back(&task);
    }
    news_.notify_all();
    task.run(worker);
    std::unique_lock lock(mutex_);
    std::erase(open_, &task);
    news_.wait(lock, [&] { return task.helpers == 0; });
  }

  // The loop of a worker after its own work: that of others, until no other worker is busy.
  void help(std::size_t worker, std::size_t& at_work) {
    std::unique_lock lock(mutex_);
    if (--at_work == 0) news_.notify_all();
    while (at_work > 0) {
      const auto task =
          std::ranges::find_if(open_, [](const Task* one) { return one->next < one->count; });
      if (task == open_.end()) {
        news_.wait(lock);
        continue;
      }
      Task& chosen = **task;
      ++chosen.helpers;
      lock.unlock();
      chosen.run(worker);
      lock.lock();
      --chosen.helpers;
      news_.notify_all();
    }
  }

 private:
  std::mutex mutex_;
  std::condition_variable news_;
  std::vector<Task*> open_;
};

Crew& crew() {
  static Crew the_crew;
  return the_crew;
}

// Calls labour(worker) on so many threads, which help each other when they are out of work.
std::vector<std::thread> start_workers(std::size_t count, std::size_t& at_work,
                                       const std::function<void(std::size_t worker)>& labour) {
  at_work = count;
  std::vector<std::thread> threads;
  for (std::size_t worker = 0; worker < count; ++worker) {
    threads.emplace_back([&, worker] {
      own_number = worker;
      labour(worker);
      crew().help(worker, at_work);
    });
  }
  return threads;
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
    std::size_t at_work = 0;
    const std::function labour_of = [this](std::size_t worker) { labour(worker); };
    std::vector<std::thread> threads = start_workers(worker_count(), at_work, labour_of);
    for (std::size_t block = 0; block < blocks_; ++block) {
      std::unique_lock lock(mutex_);
      finished_.wait(lock, [&] { return waiting_[block % window_].done; });
      Said said = std::move(waiting_[block % window_].said);
      lock.unlock();
      for (std::size_t i = 0; i < said.size(); ++i) {
        print_messages(std::move(said[i]));
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
  Task task{count, work};
  if (own_number) return crew().share(task, *own_number);
  std::size_t at_work = 0;
  const std::function labour = [&](std::size_t worker) { task.run(worker); };
  for (std::thread& thread : start_workers(workers, at_work, labour))
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

// The same work on several threads: each takes the next piece until there are none.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace tilerummy {

// Calls work(next), where next() is the place of a piece or `pieces` if none is left. What any
// thread throws is thrown here, when all have ended; where the machine gives fewer threads, those
// do the work.
template <typename Work>
void on_threads(int threads, std::size_t pieces, const Work& work) {
    std::atomic<std::size_t> taken = 0;
    std::mutex mutex;
    std::exception_ptr thrown;
    auto next = [&] { return std::min(taken.fetch_add(1), pieces); };
    auto run = [&] {
        try {
            work(next);
        } catch (...) {
            std::lock_guard lock(mutex);
            thrown = std::current_exception();
            taken = pieces;
        }
    };
    std::vector<std::thread> others;
    std::size_t most = std::min(static_cast<std::size_t>(threads), pieces);
    others.reserve(most);
    for (std::size_t i = 1; i < most; ++i) {
        try {
            others.emplace_back(run);
        } catch (const std::system_error&) {
            break;
        }
    }
    run();
    for (std::thread& other : others) other.join();
    if (thrown) std::rethrow_exception(thrown);
}

}  // namespace tilerummy

// A round as bytes: to save and restore it, to begin one in the middle, and to compare two.
//
// The engine in Python writes the same bytes for the same round (engine/states.py), so a
// digest of them tells whether both play alike.
#pragma once

#include <string>
#include <string_view>

#include "codes.hpp"
#include "observation.hpp"
#include "round.hpp"

namespace tilerummy {

void put_number(std::string& out, std::int64_t value, int bytes);
void put_counts(std::string& out, const Counts& counts);

// Takes values off the front, as long as there are any.
class Reader {
  public:
    explicit Reader(std::string_view bytes) : left_(bytes) {}

    std::string_view text(std::size_t size) {
        require(left_.size() >= size, "the bytes end too early");
        std::string_view out = left_.substr(0, size);
        left_.remove_prefix(size);
        return out;
    }
    int byte() { return static_cast<std::uint8_t>(text(1).front()); }
    std::int64_t number(int bytes) {
        std::uint64_t value = 0;
        for (int i = 0; i < bytes; ++i) value |= static_cast<std::uint64_t>(byte()) << (8 * i);
        auto shift = static_cast<unsigned>(64 - 8 * bytes);
        return static_cast<std::int64_t>(value << shift) >> shift;
    }
    Counts counts() {
        Counts out;
        for (auto& count : out.n) {
            count = byte();
            require(count <= 8, "too many tiles of a kind");
        }
        return out;
    }
    void end() const { require(left_.empty(), "there are more bytes than are needed"); }

  private:
    std::string_view left_;
};

std::string write_round(const RoundState& now, const LatestTurns& latest);

struct StoredRound {
    RoundState now;
    LatestTurns latest;
};
// Refuses bytes that are not a round of this set of tiles.
StoredRound read_round(std::string_view bytes, const Box& box, const Counts& deck);

}  // namespace tilerummy

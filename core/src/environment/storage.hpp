// A round as bytes: to save and restore it, to begin one in the middle, and to compare two.
//
// The engine in Python writes the same bytes for the same round (engine/states.py), so a
// digest of them tells whether both play alike.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "observation.hpp"
#include "round.hpp"

namespace tilerummy {

void put_number(std::string& out, std::int64_t value, int bytes);
void put_counts(std::string& out, const Counts& counts);

// Takes values off the front; once the bytes are used up everything is nothing.
class Reader {
  public:
    explicit Reader(std::string_view bytes) : left_(bytes) {}

    int byte() {
        if (left_.empty()) {
            good_ = false;
            return 0;
        }
        int value = static_cast<std::uint8_t>(left_.front());
        left_.remove_prefix(1);
        return value;
    }
    std::int64_t number(int bytes) {
        std::uint64_t value = 0;
        for (int i = 0; i < bytes; ++i) value |= static_cast<std::uint64_t>(byte()) << (8 * i);
        auto shift = static_cast<unsigned>(64 - 8 * bytes);
        return static_cast<std::int64_t>(value << shift) >> shift;
    }
    Counts counts() {
        Counts out;
        for (auto& count : out.n) {
            int value = byte();
            good_ &= value <= 8;
            count = static_cast<std::uint8_t>(value);
        }
        return out;
    }
    std::string_view text(std::size_t size) {
        if (left_.size() < size) {
            good_ = false;
            return {};
        }
        std::string_view out = left_.substr(0, size);
        left_.remove_prefix(size);
        return out;
    }
    bool whole() const { return good_ && left_.empty(); }
    bool good() const { return good_; }

  private:
    std::string_view left_;
    bool good_ = true;
};

std::string write_round(const RoundState& now, const LatestTurns& latest);

// Nothing if the bytes are not a round of this set of tiles.
struct StoredRound {
    RoundState now;
    LatestTurns latest;
};
std::optional<StoredRound> read_round(std::string_view bytes, const Rules& rules,
                                      const Counts& deck);

void write_table(const Melds& melds, std::string& out);
std::optional<Melds> read_table(std::string_view bytes, const Rules& rules);

}  // namespace tilerummy

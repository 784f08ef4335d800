#include "chance.hpp"

#include <bit>
#include <cstring>
#include <utility>

namespace tilerummy {
namespace {

constexpr std::array<std::uint32_t, 64> kRoundConstants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using State = std::array<std::uint32_t, 8>;

void compress(State& state, const std::uint8_t* block) {
    std::array<std::uint32_t, 64> w;
    for (std::size_t i = 0; i < 16; ++i)
        w[i] = static_cast<std::uint32_t>(block[4 * i]) << 24 |
               static_cast<std::uint32_t>(block[4 * i + 1]) << 16 |
               static_cast<std::uint32_t>(block[4 * i + 2]) << 8 |
               static_cast<std::uint32_t>(block[4 * i + 3]);
    for (std::size_t i = 16; i < 64; ++i) {
        std::uint32_t a = w[i - 15], b = w[i - 2];
        std::uint32_t s0 = std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3);
        std::uint32_t s1 = std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10);
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    auto [a, b, c, d, e, f, g, h] = state;
    for (std::size_t i = 0; i < 64; ++i) {
        std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
        std::uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + kRoundConstants[i] + w[i];
        std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
        std::uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + t2;
    }
    State more{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < state.size(); ++i) state[i] += more[i];
}

}  // namespace

Digest sha256(std::string_view text) {
    State state{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const auto* data = reinterpret_cast<const std::uint8_t*>(text.data());
    std::size_t whole = text.size() / 64 * 64, rest = text.size() - whole;
    for (std::size_t at = 0; at < whole; at += 64) compress(state, data + at);
    std::array<std::uint8_t, 128> last{};
    if (rest) std::memcpy(last.data(), data + whole, rest);
    last[rest] = 0x80;
    std::size_t size = rest < 56 ? 64 : 128;
    std::uint64_t bits = static_cast<std::uint64_t>(text.size()) * 8;
    for (std::size_t i = 0; i < 8; ++i)
        last[size - 1 - i] = static_cast<std::uint8_t>(bits >> (8 * i));
    for (std::size_t at = 0; at < size; at += 64) compress(state, last.data() + at);
    Digest out;
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = static_cast<std::uint8_t>(state[i / 4] >> (24 - 8 * (i % 4)));
    return out;
}

Chance::Chance(std::string_view seed, std::string_view label) {
    text_ = "tilerummy shuffle 1\n";
    text_ += label;
    text_ += '\n';
    text_ += seed;
    text_ += '\n';
    text_.append(8, '\0');
}

int Chance::below(int n) {
    int fair = 256 - 256 % n;
    while (true) {
        if (used_ == block_.size()) {
            for (std::size_t i = 0; i < 8; ++i)
                text_[text_.size() - 1 - i] = static_cast<char>(counter_ >> (8 * i) & 255);
            block_ = sha256(text_);
            ++counter_;
            used_ = 0;
        }
        int byte = block_[used_++];
        if (byte < fair) return byte % n;
    }
}

void shuffle(std::vector<Code>& tiles, std::string_view seed, std::string_view label) {
    Chance chance(seed, label);
    for (std::size_t last = tiles.size(); last-- > 1;) {
        auto chosen = static_cast<std::size_t>(chance.below(static_cast<int>(last) + 1));
        std::swap(tiles[last], tiles[chosen]);
    }
}

}  // namespace tilerummy

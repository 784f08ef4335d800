// The environment: drafts close what the rules read, random play keeps every tile, hashes are
// right.
#include <algorithm>
#include <random>

#include "chance.hpp"
#include "check.hpp"
#include "environment/storage.hpp"
#include "environment/vector_environment.hpp"

using namespace notation;

namespace {

EnvironmentSettings settings_of(bool tile_by_tile, bool twist) {
    EnvironmentSettings out;
    out.deal.deck = one_by_one(set_of(2, 2, twist ? 2 : 0));
    out.rules.opening_goes_on = !twist;
    out.rules.reuse = twist ? Reuse::new_meld : Reuse::anywhere;
    out.rules.special_replaces_other = !twist;
    out.question = most_tiles(500);
    out.question.familiar = false;
    out.tile_by_tile = tile_by_tile;
    out.seats = 3;
    out.listed.fill(true);
    return out;
}

}  // namespace

TEST(hashes_are_those_of_the_standard) {
    auto starts = [](const Digest& digest, std::initializer_list<int> bytes) {
        return std::equal(bytes.begin(), bytes.end(), digest.begin());
    };
    CHECK(starts(sha256(""), {0xe3, 0xb0, 0xc4, 0x42}));
    CHECK(starts(sha256("abc"), {0xba, 0x78, 0x16, 0xbf}));
    CHECK(starts(sha256(std::string(1000, 'a')), {0x41, 0xed, 0xec, 0xe4}));
}

TEST(random_rounds_keep_every_tile_and_can_be_stored) {
    for (bool tile_by_tile : {false, true})
        for (bool twist : {false, true}) {
            EnvironmentSettings settings = settings_of(tile_by_tile, twist);
            VectorEnvironment env(settings, 2);
            for (int round = 0; round < 2; ++round)
                env.reset(round, "seed " + std::to_string(round));
            Counts deck = set_of(2, 2, twist ? 2 : 0);
            Box box(settings.rules, settings.deal.deck);
            std::vector<std::int32_t> actions(2);
            std::uint64_t dice = 1;
            for (int step = 0; step < (tile_by_tile ? 2000 : 150); ++step) {
                env.sample(dice, actions.data());
                env.step(actions, {});
                std::string stored = env.stored(step % 2);
                StoredRound read = read_round(stored, box, deck);
                CHECK(write_round(read.now, read.latest) == stored);
                Counts all = counts_of(read.now.table);
                for (const Counts& rack : read.now.racks) all += rack;
                for (Code code : read.now.pool) ++all[code];
                CHECK(all == deck);
            }
            std::string saved = env.save();
            env.restore(saved);
            CHECK(env.save() == saved);
        }
}

TEST(tiles_that_a_byte_cannot_count_are_refused) {
    EnvironmentSettings settings = settings_of(false, false);
    RoundState now;
    now.racks = {notation::tiles_of("*"), notation::tiles_of("*")};
    now.pool.assign(255, kJoker);
    bool refused = false;
    try {
        read_round(write_round(now, {}), {settings.rules, settings.deal.deck}, set_of(2, 2));
    } catch (const Refusal&) {
        refused = true;
    }
    CHECK(refused);
}

TEST(a_row_closes_as_what_the_rules_read) {
    EnvironmentSettings settings = settings_of(true, true);
    settings.rules.opening_goes_on = true;
    std::mt19937 random(5);
    RoundState now;
    now.racks.resize(2);
    now.racks[0] = set_of(2, 2, 2);
    now.opened = 3;
    int closed = 0;
    for (int attempt = 0; attempt < 3000; ++attempt) {
        Draft draft;
        draft.start(settings.rules, now);
        std::array<std::uint8_t, Move::count> mask;
        int length = 3 + static_cast<int>(random() % 4);
        for (int i = 0; i < length; ++i) {
            draft.mask(settings.rules, true, mask.data());
            std::vector<int> moves;
            for (int move = Move::place; move < Move::take; ++move)
                if (mask[move]) moves.push_back(move);
            if (moves.empty()) break;
            draft.apply(settings.rules, moves[random() % moves.size()]);
        }
        draft.mask(settings.rules, true, mask.data());
        for (Kind kind : {Kind::run, Kind::group}) {
            Meld row = draft.row();
            bool reads = row.size >= 3 && read_as(row, kind, settings.rules).has_value();
            bool closes = mask[kind == Kind::run ? Move::close_run : Move::close_group];
            CHECK(reads == closes);
            closed += closes;
        }
    }
    CHECK(closed > 100);
}

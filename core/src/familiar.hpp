// A play people recognise: the same tiles laid, the table disturbed as little as possible.
//
// When it is settled what is laid, most of the table can usually stay. The sweep runs once more
// over exactly those tiles and prefers neighbours that were neighbours before; then every old meld
// that still fell apart is put back if the rest works without it. Melds keep their place on the
// table.
#pragma once

#include "packing.hpp"
#include "position.hpp"

namespace tilerummy {

Familiar links_of(const Melds& table);

void make_familiar(PackingSession& session, const Position& position, Answer& answer);

}  // namespace tilerummy

"""What connections of an address send is read in turn once the address has taken too much time."""

import asyncio
from types import SimpleNamespace

from tilerummy.server.web.admission import Admission


class Address:
    """An address whose debt is set by the test, and what became of its connections."""

    def __init__(self):
        self.wait, self.now = 0.0, 100.0
        self.told = []
        debts = SimpleNamespace(wait=lambda address: self.wait if address == "here" else 0.0)
        self.admission = Admission(debts, lambda: self.now)

    def come(self, name, address="here"):
        def tell(what):
            return lambda: self.told.append(f"{name} {what}")

        return self.admission.admits(address, tell("read"), tell("refused"))


async def passes():
    for _ in range(5):
        await asyncio.sleep(0.002)


async def test_an_address_with_a_small_debt_is_read_at_once():
    address = Address()
    assert address.come("a")
    address.wait = 1.0
    assert address.come("b")
    assert address.told == []


async def test_beyond_that_its_connections_wait_in_order_and_others_do_not():
    address = Address()
    address.wait = 1.01
    assert not address.come("a")
    assert not address.come("b")
    assert address.come("c", "there")
    await passes()
    assert address.told == []
    address.wait = 0.0
    assert not address.come("late"), "the others were first"
    await asyncio.sleep(0.03)
    assert address.told == ["a read", "b read", "late read"]
    assert address.come("d")


async def test_they_are_read_one_by_one_as_long_as_the_debt_allows():
    address = Address()
    address.wait = 1.001
    address.admission.admits("here", lambda: setattr(address, "wait", 3.0), print)
    address.come("b")
    address.wait = 1.0
    await asyncio.sleep(0.05)
    assert address.wait == 3.0
    assert address.told == [], "reading the first has made the debt too large again"


async def test_whoever_would_wait_too_long_is_refused():
    address = Address()
    address.wait = 1.005
    address.come("a")
    address.now += 5.1
    address.come("b")
    await asyncio.sleep(0.03)
    assert address.told == ["a refused"]
    address.wait = 0.0
    await asyncio.sleep(0.03)
    assert address.told == ["a refused", "b read"]
    assert address.admission._queues == {}

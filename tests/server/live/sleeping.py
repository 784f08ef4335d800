"""Time that passes when a test says so: code that sleeps waits until it is woken."""

import asyncio


class Sleeping:
    """In place of the module `asyncio`: everything is the same, but sleep lasts until woken."""

    def __init__(self):
        self.sleepers = []

    def __getattr__(self, name):
        return getattr(asyncio, name)

    async def sleep(self, seconds):
        sleeper = (seconds, asyncio.get_running_loop().create_future())
        self.sleepers.append(sleeper)
        try:
            await sleeper[1]
        finally:
            self.sleepers.remove(sleeper)

    @property
    def durations(self):
        """For how long everybody who sleeps wanted to sleep, the shortest first."""
        return sorted(seconds for seconds, _ in self.sleepers)

    async def wake(self, seconds=None):
        """Let those wake who wanted to sleep for so long, or all, and do what they do then."""
        for duration, future in list(self.sleepers):
            if seconds is None or duration == seconds:
                future.set_result(None)
        await settled()


async def settled():
    """Let everything run that can run without time passing."""
    for _ in range(20):
        await asyncio.sleep(0)

"""The arena on a real Dask cluster: a scheduler and two workers on this machine."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from contextlib import ExitStack, contextmanager

import pytest

from tilerummy.lab.arena import Plan, run
from tilerummy.lab.errors import BotFailed, LabError
from tilerummy.lab.journal import Journal
from tilerummy.lab.players import parse_players
from tilerummy.lab.rounds import PlayedRound
from tilerummy.lab.workers import Cluster, Here, _answer_of
from tilerummy.rules import rulebook

HOST = "127.0.0.1"
PATIENCE_SECONDS = 60


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


@contextmanager
def dask(*arguments: str) -> Iterator[None]:
    command = (sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:])
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            yield
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


def wait_for(port: int) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex((HOST, port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError("the scheduler does not answer")


@pytest.fixture
def address(tmp_path) -> Iterator[str]:
    """A scheduler with two workers, on the loopback interface only."""
    port = free_port()
    scheduler = f"tcp://{HOST}:{port}"
    local = ("--dashboard-address", f"{HOST}:0")
    with ExitStack() as running:
        running.enter_context(dask("dask_scheduler", "--host", HOST, "--port", str(port), *local))
        wait_for(port)
        for name in ("first", "second"):
            folder = str(tmp_path / name)
            options = ("--name", name, "--nthreads", "1", "--no-nanny", "--local-directory", folder)
            running.enter_context(dask("dask_worker", scheduler, "--host", HOST, *options, *local))
        yield scheduler


def test_two_workers_play_what_this_process_plays(address, tmp_path, monkeypatch):
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=PATIENCE_SECONDS)
    (tmp_path / "clusterbot.py").write_text("from tilerummy.bots.greedy import Greedy as Mine\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    plan = Plan(rulebook("jumbo"), (parse_players("clusterbot:Mine,patient"),), 6, "7")
    here = run(plan, Here(), Journal(plan.rules, plan.seed), lambda count: None)
    there = run(plan, Cluster(address), Journal(plan.rules, plan.seed), lambda count: None)
    assert there == here


@pytest.mark.parametrize("nonsense", ["nonsense", "tcp://nonsense", "http://127.0.0.1:80", ""])
def test_an_address_that_is_none_is_refused_at_once(nonsense):
    plan = Plan(rulebook("jumbo"), (parse_players("greedy,patient"),), 1, "7")
    with pytest.raises(LabError, match="is not the address of a scheduler"):
        run(plan, Cluster(nonsense), Journal(plan.rules, "7"), lambda _: None)


def test_a_cluster_that_does_not_answer_is_one_sentence(monkeypatch):
    monkeypatch.setattr("tilerummy.lab.workers._CONNECT_SECONDS", 0.2)
    plan = Plan(rulebook("jumbo"), (parse_players("greedy,patient"),), 1, "7")
    with pytest.raises(LabError, match="no Dask scheduler answers"):
        run(plan, Cluster(f"tcp://{HOST}:{free_port()}"), Journal(plan.rules, "7"), lambda _: None)


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (RuntimeError("worker died"), "the cluster at tcp://here:1 lost a deal: worker died"),
        (CancelledError(), "the cluster at tcp://here:1 lost a deal: CancelledError"),
        (BotFailed("greedy, deal 1: no"), "greedy, deal 1: no"),
    ],
)
def test_a_deal_that_a_cluster_loses_is_one_sentence(error, sentence):
    lost: Future[list[PlayedRound]] = Future()
    lost.set_exception(error)
    with pytest.raises(LabError, match=f"^{sentence}$"):
        _answer_of(lost, "tcp://here:1")

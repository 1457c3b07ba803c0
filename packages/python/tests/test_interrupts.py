"""Ctrl-C ends long work, and other threads run meanwhile."""

import _thread
import signal
import threading
import time

import pytest

import sandtable


def test_ctrl_c_ends_long_work(request: pytest.FixtureRequest) -> None:
    # Shells let what runs in the background ignore Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    request.addfinalizer(lambda: signal.signal(signal.SIGINT, before))
    book = sandtable.open("pips")
    book.sample("outpost", games=1, sides={"blue": "random", "red": "random"})
    threading.Timer(0.3, _thread.interrupt_main).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        book.sample("outpost", games=1_000_000, sides={"blue": "random", "red": "random"})
    assert time.monotonic() - began < 30


def test_the_lock_is_released() -> None:
    book = sandtable.open("pips")
    ticks = 0
    done = threading.Event()

    def work() -> None:
        book.sample("outpost", games=20, sides={"blue": "random", "red": "random"})
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        ticks += 1
        time.sleep(0.001)
    thread.join()
    assert ticks > 5

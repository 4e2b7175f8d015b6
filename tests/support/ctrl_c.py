"""Ctrl-C in the midst of work: once it has reported, however slow the machine is."""

import _thread
import threading

from goseki.job import Progress


class CtrlC:
    """A report of progress that has Ctrl-C pressed a moment after it was called so many times."""

    def __init__(self, reports: int = 1) -> None:
        self.reports = reports
        self.timer = threading.Timer(0.05, _thread.interrupt_main)

    def __call__(self, progress: Progress) -> None:
        self.reports -= 1
        if self.reports == 0:
            self.timer.start()

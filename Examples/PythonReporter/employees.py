#!/usr/bin/env python3
"""A program whose bindings can be inspected: a list over employees, one transformer short.

usage: employees.py [SECONDS]     ends by itself after so many; else runs until it is interrupted
"""

import signal
import sys
import threading
import time

from bindinspect import Reporter

NAMES = ["Ada Lovelace", "Grace Hopper", "Barbara Liskov"]
NO_EMPLOYEE = ["path-object-nil", ["path", "employee", "segment", "employee"]]
NO_TRANSFORMER = [
    "transformer-required",
    ["path", "birthdate", "object", "Employee", "found", "date", "target", "Label.text",
     "expected", "str"],
]


def main():
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    limit = time.monotonic() + float(sys.argv[1]) if len(sys.argv) > 1 else float("inf")

    reporter = Reporter("employees.py")
    window = reporter.scope("Window", boundary=True)
    panel = reporter.scope("List", owner="EmployeeList", parent=window)
    stack = reporter.node(panel, "Stack")
    label = reporter.node(panel, "Label", "nameLabel", stack)
    bindings = [
        reporter.binding(
            f"employee.{name}", ["Employee", name, kind], ["Label", "text", "str"],
            ["employees.py", line], panel, label, f"employee.{name}")
        for line, (name, kind) in enumerate(
            [("name", "str"), ("birthdate", "date"), ("password", "str")], start=40)
    ]
    for binding in bindings:
        binding.tell("yellow", 3, [NO_EMPLOYEE])
    reporter.start()

    # The first employee comes after a while: nothing is red because of a start-up order.
    name, birthdate, password = bindings
    turn = 0
    while not ended.wait(0.1) and time.monotonic() < limit:
        turn += 1
        name.tell("green", good=NAMES[turn % len(NAMES)])
        password.tell("green", good="never to be told")
        birthdate.tell("red", 6, [NO_TRANSFORMER])
        if turn % 10 == 0:
            birthdate.tell("yellow", 3, [NO_EMPLOYEE])
    reporter.stop()


if __name__ == "__main__":
    main()

"""The example's reporter and program, for the wrong ones beside this file to change one thing of."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Examples" / "PythonReporter"))

import bindinspect  # noqa: E402
import employees  # noqa: E402

Session = bindinspect.Session
run = employees.main

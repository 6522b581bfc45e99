"""A program of another version: of_versions.py LOWEST HIGHEST names the ones that it speaks."""

import sys

import right

right.bindinspect.VERSIONS[:] = [int(word) for word in sys.argv[1:3]]
del sys.argv[1:]
right.run()

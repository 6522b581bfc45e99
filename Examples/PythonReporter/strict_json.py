"""JSON as docs/protocol.md, 2.1 and 2.2, wants it: what is doubtful is refused, never guessed."""

import json
import math

MESSAGE_BYTES = 1 << 20
STRING_BYTES = 64 << 10
NESTING = 32
NODES = 1 << 18
KEYS = 256


class Fault(Exception):
    """A frame that breaks the protocol."""


def parse(frame: bytes):
    """Reads one JSON value; objects are dictionaries in the order of their keys."""
    if len(frame) > MESSAGE_BYTES:
        raise Fault("longer than a message may be")
    try:
        text = frame.decode("utf-8")
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_double,
            parse_constant=_constant,
        )
    except (ValueError, RecursionError) as error:
        raise Fault(f"no JSON: {error}") from None
    _check(value)
    return value


def whole(value, low=0, high=(1 << 64) - 1) -> int:
    """A whole number: digits, or above 2^53 digits as a text; nothing else is one."""
    if isinstance(value, str):
        digits = value.removeprefix("-")
        if not (digits.isascii() and digits.isdigit()) or (digits[0] == "0" and value != "0"):
            raise Fault(f"no whole number: {value!r}")
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise Fault(f"no whole number: {value!r}")
    if not low <= value <= high:
        raise Fault(f"out of range: {value}")
    return value


def signed(value) -> int:
    """A whole number of 64 bits with a sign."""
    return whole(value, -(1 << 63), (1 << 63) - 1)


def _object(pairs):
    if len(pairs) > KEYS:
        raise Fault("too many keys")
    found = {}
    for key, value in pairs:
        if key in found:
            raise Fault(f"a key twice: {key!r}")
        if "\0" in key:
            raise Fault("NUL in a key")
        found[key] = value
    return found


def _integer(digits: str):
    # Minus zero is no whole number, but a number.
    return -0.0 if digits == "-0" else int(digits)


def _double(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise Fault(f"not finite: {digits}")
    return number


def _constant(word: str):
    raise Fault(f"no number: {word}")


def _check(value):
    """Depth, number of values, and texts: what Python's reader does not look at."""
    waiting = [(value, 1)]
    nodes = 0
    while waiting:
        value, depth = waiting.pop()
        nodes += 1
        if nodes > NODES:
            raise Fault("too many values")
        if isinstance(value, (dict, list)):
            if depth > NESTING:
                raise Fault("nested too deep")
            inner = [*value.keys(), *value.values()] if isinstance(value, dict) else value
            waiting.extend((one, depth + 1) for one in inner)
        elif isinstance(value, str):
            try:
                length = len(value.encode("utf-8"))
            except UnicodeEncodeError:
                raise Fault("half a surrogate pair") from None
            if length > STRING_BYTES:
                raise Fault("a text too long")

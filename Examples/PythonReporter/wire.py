"""Reads the frames of one side of one connection, written from docs/protocol.md alone.

What comes out has every name in full and every code by its word, as in the expected side of the
golden frames (`Tests/Fixtures/wire/v1/NAME.json`); `check_wire.py` compares the two.
"""

import base64
import binascii
import re
import struct

from strict_json import Fault, parse, signed, whole

COLOURS = ["red", "yellow", "green", "grey"]
STEPS = [
    None, "declaration", "owner", "path", "type", "transformer", "compatibility", "notification",
    "target", "settling",
]
MARKS = [
    "follows", "writes back", "writes back unknown", "checks input", "animates", "one-shot",
    "has fallback", "shows fallback", "internal", "secret",
]
SUBJECTS = ["scope", "node", "binding"]
DIRECTIONS = ["one-way", "two-way"]
ROLES = ["reporter", "observer", "operator"]
MODES = ["none", "off", "armed", "flight"]
REQUIRED = object()


class UnknownKind(Fault):
    """A kind of message that this version does not know: answered by an error, and the link stays."""

    def __init__(self, kind: str):
        super().__init__(f"unknown kind {kind!r}")
        self.kind = kind


class Decoder:
    """What one sender has announced on its connection, and how its frames read with that."""

    def __init__(self):
        self.texts: list[str] = []
        self.columns: dict[str, list[str]] = {}

    def decode(self, frame: bytes):
        """The message of a frame; None where it only announces texts or columns."""
        fields = parse(frame)
        if not isinstance(fields, dict) or not fields:
            raise Fault("no object with a kind")
        if next(iter(fields)) != "m":
            raise Fault("the kind is not first")
        kind = name(fields["m"])
        if kind in ROWS:
            return {"m": "batch", "sequence": whole(need(fields, "seq")),
                    "records": self._rows(kind, need(fields, "rows"), 2048)}
        reader = getattr(self, "_" + kind, None) if kind in KINDS else None
        if reader is None:
            raise UnknownKind(kind)
        message = reader(fields)
        return None if message is None else {"m": kind, **message}

    # Tables (2.4)

    def _strings(self, fields):
        if whole(need(fields, "from")) != len(self.texts):
            raise Fault("texts out of order")
        self.texts += names(need(fields, "texts"))

    def _columns(self, fields):
        of, told = name(need(fields, "of")), names(need(fields, "names"))
        if of not in ROWS:
            return
        if len(told) > 40 or len(set(told)) != len(told):
            raise Fault("too many columns, or one twice")
        for column, (_, absent) in ROWS[of].items():
            if absent is REQUIRED and column not in told:
                raise Fault(f"the column {column!r} must be told")
        self.columns[of] = told

    def word(self, value) -> str:
        """A name in full, or the number of an announced text."""
        if isinstance(value, str):
            return name(value)
        number = whole(value)
        if number >= len(self.texts):
            raise Fault(f"text {number} was not announced")
        return self.texts[number]

    # Rows (2.5)

    def _rows(self, kind, rows, limit=None):
        found = []
        for row in array(rows, limit):
            if kind not in self.columns:
                raise Fault(f"columns of {kind!r} were not announced")
            found.append({kind: self._row(kind, array(row))})
        return found

    def _row(self, kind, cells):
        told = self.columns[kind]
        if len(cells) > len(told):
            raise Fault("more cells than columns")
        given = {column: cell for column, cell in zip(told, cells) if cell is not None}
        record = {}
        for column, (read, absent) in ROWS[kind].items():
            if column in given:
                record[column] = read(self, given[column])
            elif absent is REQUIRED:
                raise Fault(f"{column!r} is missing")
            elif absent is not None:
                record[column] = absent() if callable(absent) else absent
        return record

    def _sections(self, rows):
        return [record for kind, part in mapping(rows).items() if kind in ROWS
                for record in self._rows(kind, part)]

    # Greeting (4)

    def _hello(self, fields):
        lowest, highest = (signed(end) for end in array(need(fields, "protocol"), 2, 2))
        if lowest > highest:
            raise Fault("a range upside down")
        message = {
            "role": one_of(ROLES, need(fields, "role")), "protocol": [lowest, highest],
            "implementation": name(fields.get("implementation", "")),
            "capabilities": names(fields.get("capabilities", [])),
        }
        if fields.get("token") is not None:
            message["token"] = name(fields["token"])
        if fields.get("pass") is not None:
            message["pass"] = name(fields["pass"])
        if fields.get("instance") is not None:
            message["instance"] = facts(fields["instance"])
        return message

    def _welcome(self, fields):
        limits = mapping(fields.get("limits", {}))
        message = {
            "run": instance(need(fields, "run")), "protocol": signed(need(fields, "protocol")),
            "implementation": name(fields.get("implementation", "")),
            "capabilities": names(fields.get("capabilities", [])),
            "limits": {key: number(whole(value)) for key, value in limits.items()},
        }
        if fields.get("token") is not None:
            message["token"] = name(fields["token"])
        return message

    def _reject(self, fields):
        return {"code": name(need(fields, "code")), "text": text(fields.get("text", "")),
                "remedy": text(fields.get("remedy", ""))}

    # Reporter and hub (5)

    def _history(self, fields):
        return {"sequence": whole(need(fields, "seq")),
                "entries": [self._entry(row) for row in array(need(fields, "rows"))]}

    def _entry(self, row):
        cells = array(row)
        if len(cells) < 4:
            raise Fault("an entry too short")
        entry = {"number": number(whole(cells[0])), "at": signed(cells[1]),
                 "binding": number(whole(cells[2]))}
        if isinstance(cells[3], list):
            entry["event"] = self._reason(cells[3])
            return entry
        entry["from"] = code(COLOURS, cells[3])
        entry["to"] = code(COLOURS, cells[4] if len(cells) > 4 else None)
        if len(cells) > 5:
            entry["reason"] = self.word(cells[5])
        return entry

    def _lost(self, fields):
        return {key: number(whole(need(fields, key))) for key in ("from", "to", "count")} | {
            "why": name(fields.get("why", ""))}

    def _beat(self, fields):
        return {}

    def _bye(self, fields):
        return {"why": name(fields.get("why", ""))}

    def _want(self, fields):
        return {"level": whole(need(fields, "level"), 0, 4)}

    def _credit(self, fields):
        return {"sequence": number(whole(need(fields, "seq")))}

    # Observer and hub (6)

    def _subscribe(self, fields):
        message = {"id": number(whole(need(fields, "id"))),
                   "instances": [instance(one) for one in array(fields.get("instances", []))],
                   "level": whole(need(fields, "level"), 0, 4)}
        if fields.get("cursor") is not None:
            cursor = mapping(fields["cursor"])
            message["cursor"] = {"run": instance(need(cursor, "run")),
                                 "revision": number(whole(need(cursor, "rev")))}
            if text(cursor.get("query", "")):
                message["cursor"]["query"] = cursor["query"]
        if text(fields.get("query", "")):
            message["query"] = fields["query"]
        return message

    def _unsubscribe(self, fields):
        return {key: number(whole(need(fields, key))) for key in ("id", "stream")}

    def _why(self, fields):
        message = {"id": number(whole(need(fields, "id")))}
        if fields.get("instance") is not None:
            message["instance"] = instance(fields["instance"])
        return message | {"name": name(need(fields, "name"))}

    def _causes(self, fields):
        return {"id": number(whole(need(fields, "id"))),
                "instance": instance(need(fields, "instance"))}

    def _attach(self, fields):
        process = mapping(need(fields, "process"))
        if process.get("pid") is not None:
            named = {"pid": whole(process["pid"], -(1 << 31), (1 << 31) - 1)}
        elif process.get("name") is not None:
            named = {"name": name(process["name"])}
        else:
            named = {"instance": instance(need(process, "instance"))}
        return {"id": number(whole(need(fields, "id"))), "process": named}

    _detach = _attach

    def _list(self, fields):
        return {"id": number(whole(need(fields, "id")))}

    _pass = _list

    def _processes(self, fields):
        return {"id": number(whole(need(fields, "id"))), "whole": truth(fields.get("whole", False)),
                "entries": [process(one) for one in array(need(fields, "entries"))]}

    def _snapshotBegin(self, fields):
        return {"stream": number(whole(need(fields, "stream"))),
                "run": instance(need(fields, "run")), "why": name(fields.get("why", "")),
                "bindings": number(whole(fields.get("bindings", 0)))}

    def _snapshotPart(self, fields):
        forgotten = mapping(fields.get("forgotten", {}))
        return {"stream": number(whole(need(fields, "stream"))), "link": link(fields),
                "instance": instance(need(fields, "instance")),
                "records": self._sections(fields.get("rows", {})),
                "forgotten": [{kind: number(whole(one))} for kind in SUBJECTS
                              for one in array(forgotten.get(kind, []))]}

    _delta = _snapshotPart

    def _snapshotEnd(self, fields):
        return {"stream": number(whole(need(fields, "stream"))), "link": link(fields)}

    def _entries(self, fields):
        found = {"stream": number(whole(need(fields, "stream"))),
                 "instance": instance(need(fields, "instance")),
                 "entries": [self._entry(row) for row in array(need(fields, "rows"))]}
        if fields.get("lost") is not None:
            lost = mapping(fields["lost"])
            found["lost"] = {key: number(whole(need(lost, key))) for key in ("count", "from", "to")}
        return found

    def _note(self, fields):
        return {"stream": number(whole(need(fields, "stream"))),
                "kind": name(need(fields, "kind")), "text": text(fields.get("text", ""))}

    def _result(self, fields):
        message = {"id": number(whole(need(fields, "id")))}
        if fields.get("done") is True:
            message["done"] = True
        elif "process" in fields:
            message["process"] = process(fields["process"])
        elif "why" in fields:
            message["why"] = self._explanation(mapping(fields["why"]))
        elif "causes" in fields:
            message["causes"] = self._all_causes(mapping(fields["causes"]))
        elif "pass" in fields:
            message["pass"] = name(fields["pass"])
        else:
            message["candidates"] = [
                {"instance": instance(need(one, "instance")), "process": name(one["process"]),
                 "pid": signed(one["pid"]), "binding": number(whole(need(one, "binding"))),
                 "name": name(one["name"]), "colour": code(COLOURS, need(one, "colour"))}
                for one in array(need(fields, "candidates"))]
        return message

    def _all_causes(self, fields):
        shared = []
        for one in array(fields.get("shared", [])):
            group = {"causes": numbers(need(one, "causes")),
                     "followers": number(whole(need(one, "followers")))}
            if one.get("through") is not None:
                group["through"] = number(whole(one["through"]))
            shared.append(group)
        return {"process": process(need(fields, "process")),
                "failing": number(whole(fields.get("failing", 0))),
                "total": number(whole(fields.get("total", 0))),
                "followers": number(whole(fields.get("followers", 0))),
                "cut": truth(fields.get("cut", False)),
                "list": [self._cause(one) for one in array(fields.get("list", []))],
                "shared": shared, "records": self._sections(fields.get("rows", {}))}

    def _cause(self, fields):
        cause = {"kind": name(need(fields, "kind")), "text": text(fields.get("text", "")),
                 "binding": number(whole(need(fields, "binding"))),
                 "members": numbers(fields.get("members", [])),
                 "count": number(whole(fields.get("count", 0))),
                 "followers": number(whole(fields.get("followers", 0))),
                 "examples": numbers(fields.get("examples", []))}
        if fields.get("loop") is not None:
            cause["loop"] = self._loop(mapping(fields["loop"]))
        return cause

    def _loop(self, fields):
        loop = {"kind": name(need(fields, "kind"))}
        if fields.get("rounds") is not None:
            loop["rounds"] = number(whole(fields["rounds"]))
        return loop | {
            "edges": [edge(one) for one in array(fields.get("edges", []))],
            "count": number(whole(fields.get("count", 0))),
            "cut": [edge(one) for one in array(fields.get("cut", []))],
            "smallest": truth(fields.get("smallest", False)),
            "values": [{"binding": number(whole(one[0])), "values": [text(value) for value in one[1:]]}
                       for one in array(fields.get("values", []))]}

    def _explanation(self, fields):
        records = self._sections(need(fields, "rows"))
        found = {"process": process(need(fields, "process"))}
        for kind in ("binding", "status"):
            found[kind] = need({key: one for record in records for key, one in record.items()}, kind)
        found["scopes"] = [record["scope"] for record in records if "scope" in record]
        for record in records:
            if "node" in record:
                found["node"] = record["node"]
        found["history"] = [self._entry(row) for row in array(fields.get("history", []))]
        found["sharing"] = number(whole(fields.get("sharing", 0)))
        found["unknown"] = names(fields.get("unknown", []))
        return found

    def _error(self, fields):
        message = {}
        if fields.get("id") is not None:
            message["id"] = number(whole(fields["id"]))
        message |= {"code": name(need(fields, "code")), "text": text(fields.get("text", "")),
                    "remedy": text(fields.get("remedy", ""))}
        if fields.get("offset") is not None:
            message["offset"] = number(whole(fields["offset"]))
        return message

    # Cells

    def _place(self, cell):
        if not isinstance(cell, list):
            return {"unknown": self.word(cell)}
        if not cell or isinstance(cell[0], list):
            return {"code": [
                {"module": self.word(address[0]), "build": self.word(address[1]),
                 "offset": number(whole(address[2]))}
                for address in (array(one, None, 3) for one in array(cell, 16))]}
        file, line = array(cell, None, 2)[:2]
        return {"file": self.word(file), "line": signed(line)}

    def _endpoint(self, cell):
        parts = [self.word(part) for part in array(cell)[:3]] + ["", "", ""]
        return {"owner": parts[0], "property": parts[1], "type": parts[2]}

    def _reasons(self, cell):
        return [self._reason(one) for one in array(cell, 16)]

    def _reason(self, cell):
        parts = array(cell, None, 1)
        reason = {"code": self.word(parts[0]),
                  "parameters": self._parameters(parts[1] if len(parts) > 1 else [])}
        trail = self._pairs(parts[2] if len(parts) > 2 else [], 32)
        if trail:
            reason["trail"] = [{"name": one, "verdict": other} for one, other in trail]
        if len(parts) > 3:
            hint = array(parts[3], None, 1)
            reason["hint"] = {"code": self.word(hint[0]),
                              "parameters": self._parameters(hint[1:])}
        return reason

    def _parameters(self, cells):
        return [{"name": one, "value": other} for one, other in self._pairs(cells, 16, text)]

    def _pairs(self, cells, limit, read_full=None):
        cells = array(cells, 2 * limit)
        if len(cells) % 2:
            raise Fault("half a pair")
        values = [read_full(one) if read_full and isinstance(one, str) else self.word(one)
                  for one in cells[1::2]]
        return list(zip([self.word(one) for one in cells[::2]], values))

    def _counters(self, cell):
        given = [number(whole(one)) for one in array(cell)[:4]] + [0, 0, 0, 0]
        return dict(zip(("updates", "suppressed", "failures", "inspections"), given))

    def _write(self, cell):
        parts = array(cell, None, 1)
        return {"place": self._place(parts[0]),
                "thread": self.word(parts[1]) if len(parts) > 1 else ""}

    # Values (7)

    def _value(self, cell):
        parts = array(cell, None, 1)
        tag, rest = name(parts[0]), parts[1:]
        reader = getattr(self, "_value_" + tag, None)
        return reader(rest) if reader else {"other": tag, "description": ""}

    def _value_none(self, rest):
        return {"none": True}

    def _value_redacted(self, rest):
        return {"redacted": True}

    def _value_some(self, rest):
        return {"some": self._value(first(rest))}

    def _value_bool(self, rest):
        return {"bool": truth(first(rest))}

    def _value_int(self, rest):
        return {"int": str(signed(first(rest)))}

    def _value_uint(self, rest):
        return {"uint": str(whole(first(rest)))}

    def _value_double(self, rest):
        value = first(rest)
        if value in ("nan", "inf", "-inf"):
            return {"double": value}
        if value == "-0":
            return {"double": "-0.0"}
        if isinstance(value, str):
            bits = re.fullmatch("nan:([0-9a-fA-F]{1,16})", value)
            number = struct.unpack("<d", int(bits[1], 16).to_bytes(8, "little"))[0] if bits else 0
            if number == number:
                raise Fault(f"no double: {value!r}")
            return {"double": "nan"}
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            raise Fault(f"no double: {value!r}")
        return {"double": repr(float(value))}

    def _value_decimal(self, rest):
        digits = name(first(rest))
        if not re.fullmatch(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?", digits):
            raise Fault(f"no decimal: {digits!r}")
        return {"decimal": digits}

    def _value_date(self, rest):
        return {"date": str(signed(first(rest)))}

    def _value_string(self, rest):
        shown = text(first(rest))
        return {"string": shown, "bytes": true_size(rest, len(shown.encode()))}

    def _value_bytes(self, rest):
        try:
            found = base64.b64decode(name(first(rest)), validate=True)
        except (binascii.Error, ValueError):
            raise Fault("no base64") from None
        return {"base64": rest[0], "bytes": true_size(rest, len(found))}

    def _value_array(self, rest, kind="array"):
        elements = [self._value(one) for one in array(first(rest))]
        return {kind: elements, "count": true_size(rest, len(elements))}

    def _value_set(self, rest):
        return self._value_array(rest, "set")

    def _value_dictionary(self, rest):
        cells = array(first(rest))
        if len(cells) % 2:
            raise Fault("a key without value")
        entries = [{"key": self._value(key), "value": self._value(value)}
                   for key, value in zip(cells[::2], cells[1::2])]
        return {"dictionary": entries, "count": true_size(rest, len(entries))}

    def _value_record(self, rest):
        return {"record": self.word(first(rest)), "fields": self._fields(rest[1:])}

    def _value_enum(self, rest):
        if len(rest) < 2:
            raise Fault("an enum without case")
        return {"enum": self.word(rest[0]), "case": self.word(rest[1]),
                "payload": self._fields(rest[2:])}

    def _fields(self, rest):
        cells = array(rest[0]) if rest else []
        if len(cells) % 2:
            raise Fault("a label without value")
        return [{"label": self.word(label), "value": self._value(value)}
                for label, value in zip(cells[::2], cells[1::2])]

    def _value_object(self, rest):
        if len(rest) < 2:
            raise Fault("an object without handle")
        return {"object": self.word(rest[0]), "handle": number(whole(rest[1]))}

    def _value_reference(self, rest):
        return {"reference": whole(first(rest), 0, (1 << 63) - 1)}

    def _value_other(self, rest):
        return {"other": self.word(first(rest)), "description": self._text(rest)}

    def _value_error(self, rest):
        return {"error": self.word(first(rest)), "text": self._text(rest)}

    def _text(self, rest):
        if len(rest) < 2:
            return ""
        return text(rest[1]) if isinstance(rest[1], str) else self.word(rest[1])


KINDS = {
    "strings", "columns", "hello", "welcome", "reject", "history", "lost", "beat", "bye", "want",
    "credit", "subscribe", "unsubscribe", "why", "causes", "attach", "detach", "list", "pass",
    "processes", "snapshotBegin", "snapshotPart", "snapshotEnd", "delta", "entries", "note", "result",
    "error",
}


# Single things


def need(fields, key):
    if fields.get(key) is None:
        raise Fault(f"{key!r} is missing")
    return fields[key]


def first(rest):
    if not rest:
        raise Fault("a value without payload")
    return rest[0]


def true_size(rest, shown):
    return whole(rest[1], 0, (1 << 63) - 1) if len(rest) > 1 else shown


def array(value, limit=None, least=0):
    if not isinstance(value, list) or len(value) < least or (limit and len(value) > limit):
        raise Fault("no list, or one too short or too long")
    return value


def mapping(value):
    if not isinstance(value, dict):
        raise Fault("no object")
    return value


def text(value) -> str:
    if not isinstance(value, str):
        raise Fault(f"no text: {value!r}")
    return value


def name(value) -> str:
    if "\0" in text(value):
        raise Fault("NUL in a name")
    return value


def names(value):
    return [name(one) for one in array(value)]


def numbers(value):
    return [number(whole(one)) for one in array(value)]


def edge(value):
    parts = array(value, None, 2)
    return {"from": number(whole(parts[0])), "to": number(whole(parts[1])),
            "implicit": len(parts) > 2 and parts[2] == 1}


def truth(value) -> bool:
    if not isinstance(value, bool):
        raise Fault(f"no truth value: {value!r}")
    return value


def one_of(words, value) -> str:
    if value not in words:
        raise Fault(f"unknown word {value!r}")
    return value


def code(words, value) -> str:
    return words[whole(value, 0, len(words) - 1)]


def number(value: int):
    """As an expected side has it: above 2^53 as a text."""
    return value if -(1 << 53) <= value <= 1 << 53 else str(value)


def double(value) -> float:
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        raise Fault(f"no number: {value!r}")
    return float(value)


def instance(value) -> str:
    if not re.fullmatch("[0-9a-f]{32}", text(value)):
        raise Fault(f"no instance: {value!r}")
    return value


def facts(value):
    fields = mapping(value)
    clock = [signed(one) for one in array(fields.get("clock", [0, 0]), 2, 2)]
    found = {"complete": True} if truth(fields.get("complete", False)) else {}
    return found | {
        "instance": instance(need(fields, "instance")), "name": name(need(fields, "name")),
        "pid": whole(need(fields, "pid"), -(1 << 31), (1 << 31) - 1),
        "start": number(whole(fields.get("start", 0))), "host": name(fields.get("host", "")),
        "mode": one_of(MODES, fields.get("mode", "off")), "clock": clock,
        "redaction": names(fields.get("redaction", [])),
    }


def process(value):
    fields = mapping(value)
    state = mapping(need(fields, "state"))
    told = {"is": one_of(["live", "stale", "ended"], need(state, "is"))}
    if told["is"] == "stale":
        told["since"] = signed(need(state, "since"))
    if told["is"] == "ended":
        told |= {"how": name(state.get("how", "")), "at": signed(need(state, "at"))}
    counts = [number(whole(one)) for one in array(fields.get("counts", []))[:4]] + [0, 0, 0, 0]
    entry = {"facts": facts(need(fields, "facts")), "state": told,
             "counts": dict(zip(COLOURS, counts)), "lost": number(whole(fields.get("lost", 0)))}
    if fields.get("lostNumbers") is not None:
        entry["lostNumbers"] = [number(whole(one)) for one in array(fields["lostNumbers"], 2, 2)]
    if fields.get("leftOut") is not None:
        entry["leftOut"] = number(whole(fields["leftOut"]))
    return entry


def link(fields):
    start, end = whole(need(fields, "from")), whole(need(fields, "to"))
    if start > end:
        raise Fault("a link that runs back")
    return {"run": instance(need(fields, "run")), "from": number(start), "to": number(end)}


def marks(bits):
    found = [mark for place, mark in enumerate(MARKS) if bits >> place & 1]
    rest = bits >> len(MARKS) << len(MARKS)
    return found + ([rest] if rest else [])


# Columns of each kind of row: how a cell is read, and what stands for one that is absent. None
# leaves the field out. The order is that of the expected side.


def _number(decoder, cell):
    return number(whole(cell))


def _moment(decoder, cell):
    return signed(cell)


def _numbers(decoder, cell):
    return [number(whole(one)) for one in array(cell, 16384)]


def _frame(decoder, cell):
    sides = [double(one) for one in array(cell)[:4]] + [0.0] * 4
    return dict(zip(("x", "y", "width", "height"), sides))


_word = Decoder.word
_nowhere = lambda: {"owner": "", "property": "", "type": ""}

ROWS = {
    "scope": {
        "id": (_number, REQUIRED), "parent": (_number, None), "name": (_word, ""),
        "owner": (_word, ""), "boundary": (lambda decoder, cell: whole(cell, 0, 1) == 1, False),
    },
    "node": {
        "id": (_number, REQUIRED), "scope": (_number, REQUIRED), "parent": (_number, None),
        "class": (_word, ""), "name": (_word, ""), "frame": (_frame, None),
    },
    "binding": {
        "id": (_number, REQUIRED), "name": (_word, REQUIRED), "key": (_word, ""),
        "scope": (_number, None), "node": (_number, None),
        "place": (Decoder._place, lambda: {"unknown": ""}), "path": (_word, None),
        "transformer": (_word, None), "source": (Decoder._endpoint, _nowhere),
        "target": (Decoder._endpoint, _nowhere),
        "direction": (lambda decoder, cell: code(DIRECTIONS, cell), DIRECTIONS[0]),
    },
    "status": {
        "binding": (_number, REQUIRED),
        "colour": (lambda decoder, cell: code(COLOURS, cell), REQUIRED),
        "step": (lambda decoder, cell: STEPS[whole(cell, 1, 9)], None),
        "reasons": (Decoder._reasons, list), "since": (_moment, REQUIRED),
        "changes": (lambda decoder, cell: whole(cell, 0, (1 << 32) - 1), 0),
        "marks": (lambda decoder, cell: marks(whole(cell, 0, (1 << 32) - 1)), list),
        "write": (Decoder._write, None), "good": (Decoder._value, None),
        "counters": (Decoder._counters, None), "origin": (_number, None),
    },
    "edges": {
        "binding": (_number, REQUIRED), "precedents": (_numbers, list),
        "implicit": (lambda decoder, cell: sorted(_numbers(decoder, cell)), list),
    },
    "ended": {
        "what": (lambda decoder, cell: code(SUBJECTS, cell), REQUIRED), "id": (_number, REQUIRED),
        "at": (_moment, REQUIRED),
    },
}

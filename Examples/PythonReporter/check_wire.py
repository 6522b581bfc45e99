#!/usr/bin/env python3
"""Holds the golden frames to a reader that shares nothing with the one that made them.

usage: check_wire.py [FOLDER]     default: Tests/Fixtures/wire/v1 of this project
"""

import json
import pathlib
import sys

from strict_json import Fault
from wire import COLOURS, Decoder, UnknownKind

HERE = pathlib.Path(__file__).resolve().parent
FIXTURES = HERE.parent.parent / "Tests" / "Fixtures" / "wire" / "v1"


class Model:
    """What records mean (section 3): the newest of each kind and id, and nothing else."""

    def __init__(self):
        self.told = {}

    def apply(self, record):
        (kind, fields), = record.items()
        about = {"status": "binding", "edges": "binding"}.get(kind, kind)
        if kind == "ended":
            about, key = fields["what"], (fields["what"], fields["id"])
        else:
            key = (about, fields["binding"] if kind in ("status", "edges") else fields["id"])
        self.told.setdefault(key, {})[kind] = fields

    def forget(self, subject):
        (kind, number), = subject.items()
        self.told.pop((kind, number), None)

    def readable(self):
        records, colours, counts = [], {}, dict.fromkeys(COLOURS, 0)
        for kind in ("scope", "node", "binding"):
            for (about, number), told in sorted(self.told.items(), key=lambda one: one[0][1]):
                if about != kind:
                    continue
                records += [{part: told[part]} for part in (kind, "status", "edges", "ended")
                            if part in told]
                if kind == "binding" and "binding" in told:
                    colour = told.get("status", {}).get("colour", "yellow")
                    colours[str(number)] = "grey" if "ended" in told else colour
                    counts[colours[str(number)]] += 1
        return {"records": records, "colours": colours, "counts": counts}


class Fleet:
    """An observer that follows the chain of one stream (section 6)."""

    def __init__(self, stream):
        self.stream, self.models, self.entries, self.last = stream, {}, {}, None

    def effect(self, message):
        """What a message does to the observer, in a word; None for nothing."""
        kind = message["m"]
        if message.get("id" if kind == "processes" else "stream") != self.stream:
            return None
        if kind == "processes":
            told = {entry["facts"]["instance"]: entry for entry in message["entries"]}
            self.entries = told if message["whole"] else self.entries | told
            return kind
        if kind == "snapshotBegin":
            self.models, self.last = {}, None
            return "began"
        if kind == "note":
            return kind
        if kind == "entries":
            return "happened"
        if kind in ("snapshotPart", "delta", "snapshotEnd"):
            if not self.joins(message["link"]):
                return "gap"
            if kind == "snapshotEnd":
                return "whole"
            model = self.models.setdefault(message["instance"], Model())
            for record in message["records"]:
                model.apply(record)
            for subject in message["forgotten"]:
                model.forget(subject)
            return "changed"
        return None

    def joins(self, link):
        if link["from"] != 0 and self.last != (link["run"], link["from"]):
            return False
        self.last = (link["run"], link["to"])
        return True


def frames(path):
    return [line.encode() for line in path.read_text(encoding="utf-8").split("\n") if line]


def found(path):
    """The messages of a file of frames, and what comes of them."""
    decoder, messages, model, fleet, effects = Decoder(), [], Model(), Fleet(7), []
    for frame in frames(path):
        message = decoder.decode(frame)
        if message is None:
            continue
        messages.append(message)
        if message["m"] == "batch":
            for record in message["records"]:
                model.apply(record)
        effects += [word for word in [fleet.effect(message)] if word]
    result = {"messages": messages}
    if model.told:
        result["model"] = model.readable()
    if len(effects) > 1:
        result["effects"] = effects
        result["fleet"] = {one: fleet.models[one].readable() for one in fleet.models}
    return result


def difference(one, other, path="$"):
    """The first place where two values differ; None where they do not."""
    if isinstance(one, dict) and isinstance(other, dict):
        if one.keys() != other.keys():
            return f"{path}: keys {sorted(one)} and {sorted(other)}"
        return next(filter(None, (difference(one[k], other[k], f"{path}.{k}") for k in one)), None)
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = enumerate(zip(one, other))
        return next(filter(None, (difference(a, b, f"{path}[{i}]") for i, (a, b) in pairs)), None)
    return None if one == other and type(one) is type(other) else f"{path}: {one!r} and {other!r}"


def refuses(before, frame):
    decoder = Decoder()
    for one in before:
        decoder.decode(one.encode())
    try:
        decoder.decode(frame.encode("utf-8", "surrogatepass"))
    except UnknownKind:
        return False
    except Fault:
        return True
    return False


def main(folder):
    failures = []
    # What a later minor version might write means the same to a reader of today.
    paths = sorted(folder.glob("*.jsonl")) + sorted((folder.parent / "later").glob("*.jsonl"))
    for path in paths:
        expected = json.loads((folder / f"{path.stem}.json").read_text(encoding="utf-8"))
        try:
            fault = difference(found(path), expected)
        except Fault as error:
            fault = f"refused: {error}"
        if fault:
            failures.append(f"{path.parent.name}/{path.name}: {fault}")
    refused = json.loads((folder / "refused.json").read_text(encoding="utf-8"))
    for entry in refused["refused"]:
        if not refuses(refused["before"], entry["frame"]):
            failures.append(f"refused.json: taken though {entry['why']}")
    for failure in failures:
        print(failure, file=sys.stderr)
    print(f"{len(paths)} files of frames, {len(refused['refused'])} refused frames: "
          f"{len(failures)} differences")
    return 1 if failures or not paths else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else FIXTURES))

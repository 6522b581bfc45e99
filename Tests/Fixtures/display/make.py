#!/usr/bin/env python3
"""Writes payloads.json: texts that try to be more than text, for every place where one is shown.

`payloads` are texts that travel; `refused` are JSON string literals that no reader may take. What a
text is to do stands in `kind`, so that a failure tells it. Run anew after a change: `make.py`.
"""

import json
import pathlib
import unicodedata

ESC, BEL, ST, CSI8 = "\x1b", "\x07", "\x1b\\", "\x9b"
payloads = []


def add(kind, *texts):
    payloads.extend({"kind": kind, "text": text} for text in texts)


# Sequences that colour, move, clear, scroll, insert, delete; then the same by C1 in place of ESC [.
csi = [
    "31m", "0m", "7m", "8m", "38;2;1;2;3m", "2J", "3J", "K", "2K", "H", "1;1H", "99A", "99B", "99D",
    "s", "u", "?25l", "?1049h", "?47h", "?7l", "?6h", "?2004h", "?1000h", "?1003h", "?1004h", "4h",
    "20h", "5i", "4i", "1;1r", "10L", "10M", "10P", "10@", "10X", "5S", "5T", "!p", "0c", ">c", "5n", "6n",
    "?15n", "?26n", "18t", "21t", "14t", "8;1;1t", "3;0;0t", "9;1t", "11t", "22;0t", "23;0t",
    "0 q", "1$}", "?1$p", "1;2;3;4;5;6*y", ">4;2m", "=1u", ">1u", "?u", "3g", "1 SP @", "200~rm -rf ~\n",
]
add("csi", *(f"a{ESC}[{end}b" for end in csi))
add("csi, 8 bit", *(f"a{CSI8}{end}b" for end in csi[:24]))
add("csi, endless", f"{ESC}[" + ";".join(["1"] * 2000) + "m", f"{ESC}[", f"{ESC}[999999999999999999999C")
add("csi, cut", ESC, f"green{ESC}[3", f"{ESC}[31", f"{CSI8}", f"{ESC}\x18[31m", f"{ESC}{ESC}[31m")

# Titles, links, colours, the clipboard, notes, files; ended by BEL, by ST, by its C1 form, or not at all.
osc = [
    "0;evil", "1;evil", "2;evil", "4;1;rgb:ff/00/00", "4;1;?", "7;file://evil/", "8;;https://evil.example/",
    "8;id=1;javascript:alert(1)", "9;evil", "9;4;1;50", "10;?", "11;#000000", "12;red", "50;evil",
    "52;c;ZXZpbA==", "52;p;ZXZpbA==", "52;c;?", "104", "112", "133;A", "133;C", "633;E;evil",
    "777;notify;evil;evil", "1337;File=inline=1:ZXZpbA==", "1337;SetMark", "1337;CursorShape=1",
    "1337;SetUserVar=evil=ZXZpbA==", "5522;type=read", "3008;start=evil",
]
add("osc, BEL", *(f"a{ESC}]{body}{BEL}b" for body in osc))
add("osc, ST", *(f"a{ESC}]{body}{ST}b" for body in osc[:14]))
add("osc, 8 bit", *(f"a\x9d{body}\x9cb" for body in osc[:8]))
add("osc, open", f"{ESC}]0;evil", f"{ESC}]8;;https://evil.example/{ST}click", f"\x9d52;c;ZXZpbA==")

# Strings for devices and programs.
dcs = ["$q\"p", "$qm", "+q544e", "+p544e=78", "tmux;\x1b\x1b]52;c;ZXZpbA==\x07", "1;1|17/ab", "q#0;2;0;0;0#0~~@@vv@@~~", "=1s"]
add("dcs", *(f"a{ESC}P{body}{ST}b" for body in dcs), f"\x90{dcs[0]}\x9c", f"{ESC}P")
add("apc, pm, sos", *(f"a{ESC}{start}evil{ST}b" for start in "_^X"), "\x9fevil\x9c", "\x9eevil\x9c", "\x98evil\x9c",
    f"{ESC}_Ga=T,f=100;AAAA{ST}", f"{ESC}kevil{ST}")
add("esc", *(f"a{ESC}{end}b" for end in
             ["c", "7", "8", "D", "E", "M", "H", "=", ">", "N", "O", "Z", "(0", "(B", ")0", "#8", "#3", "%@", "%G", " F", "l", "n", "o", "|"]))

# Each control character of both blocks.
add("c0", *(f"a{chr(code)}b" for code in range(1, 32) if chr(code) != ESC), "a\x7fb")
add("c1", *(f"a{chr(code)}b" for code in range(0x80, 0xA0)))

# Lines and columns that are not there.
add("overstrike", "red\rgreen", "red\b\b\bgreen", "\r\x1b[2Kgreen", "a\r\n● fine", "\x0e lqk \x0f", "\t\t\t\t\tgreen")
add("lines", "a\nb", "a\r\nb", "\n● green\n", "a\u2028b", "a\u2029b", "a\x85b", "a\x0bb", "a\x0cb",
    "ok\n  ✕ other.binding  transformer-required", "\n\n\n\n\n\n\n\n\n\n", "a" + "\n" * 300 + "b")

# Directions, and what has no width.
add("direction", *(f"a{chr(code)}neerg{end}b" for code, end in
                   [(0x202A, "\u202c"), (0x202B, "\u202c"), (0x202D, "\u202c"), (0x202E, "\u202c"), (0x2066, "\u2069"),
                    (0x2067, "\u2069"), (0x2068, "\u2069"), (0x200E, ""), (0x200F, ""), (0x061C, "")]),
    "\u202e", "\u2067" * 100, "user\u202e\u2066// admin\u2069\u2066")
add("invisible", *(f"a{chr(code)}b" for code in
                   [0xAD, 0x34F, 0x115F, 0x1160, 0x17B4, 0x180B, 0x180E, 0x200B, 0x200C, 0x200D, 0x2060, 0x2061, 0x2064, 0x206A,
                    0x206F, 0x3164, 0xFE00, 0xFE0F, 0xFEFF, 0xFFA0, 0xFFF9, 0xFFFA, 0xFFFB, 0x1BCA0, 0x1D173, 0xE0001, 0xE0100]),
    "".join(chr(0xE0000 + ord(letter)) for letter in "ignore what was said"), "\u200b" * 500, "\ufeffname")
add("private, unassigned", "\ue000", "\uf8ff", "\U000f0000", "\U0010fffd", "\u0378", "\ufffe", "\uffff", "\U0001fffe", "\ufdd0")

# Marks and pictures.
add("marks", "a" + "\u0301" * 2000, "\u0301a", "a" + "\u20dd\u20e3" * 50, "Z" + "\u0336\u0489\u034f" * 30, "\u0e49" * 200,
    "\u0b95\u0bcd" * 30, "e\u0301", "\u1100\u1161\u11a8")
add("pictures", "👩‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🇩🇪🇪🇺", "👍🏿", "❤️", "1️⃣", "🏳️‍🌈", "☠︎", "👩🏽‍🚀" * 20)

# Wide, long, alike, empty.
add("wide", "日本語の名前", "ﾊﾝｶｸ", "ＡＢＣ", "한국어", "日" * 400, "\u3000", "─│┌┐", "●◐✕○")
add("long", "x" * 1000, "word " * 200, "/" * 900, "a." * 400, " " * 300, "\\" * 300)
add("alike", "раssword", "ℊreen", "ｇｒｅｅｎ", "gгeen", "é", "e\u0301", "ﬁ", "Å", "A\u030a")

# What others read as their own words.
add("markup", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\"><svg/onload=alert(1)>", "]]>", "<![CDATA[",
    "&lt;b&gt;&amp;", "&#27;[31m", "<!-- -->", "{{7*7}}", "${7*7}", "#{7*7}", "javascript:alert(1)", "' onclick='x", "</style>")
add("reports", "::error file=a::b", "::set-output name=a::b", "%0A::warning::x", "##vso[task.complete]", "##teamcity[x]", "\\u{1b}[31m",
    "\\x1b[31m", "^[[31m", "%s%n%d", "`rm -rf ~`", "$(rm -rf ~)", "; rm -rf ~", "=cmd|' /C calc'!A0", "-rf", "--json", "| a | b |", "a\\nb")

refused = [
    ("lone surrogate, high", '"a\\ud800b"'), ("lone surrogate, low", '"a\\udc00b"'), ("surrogates, turned", '"\\udc00\\ud800"'),
    ("raw control", '"a\x1b[31mb"'), ("raw newline", '"a\nb"'), ("raw tab", '"a\tb"'), ("escape, unknown", '"\\x1b[31m"'),
    ("escape, cut", '"\\u001"'), ("NUL", '"a\\u0000b"'),
]
# Bytes that are no UTF-8, as hexadecimal digits: they cannot stand in a text.
broken = ["61ff62", "c3", "c328", "e28a", "eda080", "f4908080", "c080", "9b33316d", "f8888080a0", "61c19b", "80", "fe"]

assert all("\0" not in each["text"] for each in payloads)
assert len({each["text"] for each in payloads}) > 300, len(payloads)
for each in payloads:
    each["text"].encode("utf-8")
document = {
    "payloads": payloads,
    "refused": [{"kind": kind, "literal": literal} for kind, literal in refused],
    "broken": broken,
}
place = pathlib.Path(__file__).with_name("payloads.json")
lines = json.dumps(document, ensure_ascii=True, indent=0).replace('{\n"kind"', '{"kind"').replace('"\n}', '"}').replace(',\n"text"', ', "text"').replace(',\n"literal"', ', "literal"')
place.write_text(lines + "\n", encoding="ascii")
print(len(payloads), "payloads,", len({each["kind"] for each in payloads}), "kinds; Unicode", unicodedata.unidata_version)

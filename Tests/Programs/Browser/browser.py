"""A browser for tests: reads one JSON object a line, answers with one.

{"open": URL} loads a page; {"run": SCRIPT} runs a script in it, a promise is waited for.
Speaks the DevTools protocol over two pipes: no port, no library.
usage: browser.py CHROMIUM PROFILE-FOLDER
"""
import json
import os
import sys
import time

chromium, profile = sys.argv[1:]
to_browser = os.pipe()
from_browser = os.pipe()
if os.fork() == 0:
    # Above what is to be replaced, so that neither ends up in the other's place.
    commands, answers = (os.dup2(fd, number) for fd, number in ((to_browser[0], 20), (from_browser[1], 21)))
    os.dup2(commands, 3)
    os.dup2(answers, 4)
    os.closerange(5, 64)
    null = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(null, fd)
    os.execv(chromium, [
        chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--no-proxy-server",
        "--host-resolver-rules=MAP evil.example 127.0.0.1",
        "--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests",
        "--remote-debugging-pipe", f"--user-data-dir={profile}", "about:blank"])
os.close(to_browser[0])
os.close(from_browser[1])
reader = os.fdopen(from_browser[0], "rb", buffering=0)
pending = bytearray()
last = 0


def message():
    while 0 not in pending:
        piece = reader.read(65536)
        if not piece:
            sys.exit("the browser has ended")
        pending.extend(piece)
    end = pending.index(0)
    found = json.loads(pending[:end])
    del pending[:end + 1]
    return found


def call(method, session=None, **parameters):
    global last
    last += 1
    command = {"id": last, "method": method, "params": parameters}
    if session:
        command["sessionId"] = session
    os.write(to_browser[1], json.dumps(command).encode() + b"\0")
    while True:
        answer = message()
        if answer.get("id") == last:
            return answer.get("result", answer)


session = None
print(json.dumps(call("Browser.getVersion").get("product")), flush=True)
for line in sys.stdin:
    order = json.loads(line)
    if "open" in order:
        target = call("Target.createTarget", url=order["open"])["targetId"]
        session = call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        # Until the document is there: at first there is an empty one.
        for _ in range(500):
            answer = call("Runtime.evaluate", session, returnByValue=True, expression="""
                document.readyState == 'complete' && location.href != 'about:blank' ? location.href : ''""")
            if answer.get("result", {}).get("value"):
                break
            time.sleep(0.02)
    else:
        answer = call(
            "Runtime.evaluate", session, awaitPromise=True, returnByValue=True, expression=order["run"])
    result = answer.get("result", {})
    print(json.dumps(result.get("value", answer.get("exceptionDetails", answer))), flush=True)
call("Browser.close")

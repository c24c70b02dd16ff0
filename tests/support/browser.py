"""A headless Chromium for checks of pages that mlfix writes.

    python3 browser.py PAGE [--out FOLDER] [--expect TEXT]...

opens the file PAGE in a light and a dark colour scheme and on a narrow screen,
prints what is wrong with it, one problem a line, and exits with 1 when something
is: an error on the console, a request for anything but the page itself, a text
of --expect that is not to be seen, content wider than the screen, or text whose
contrast is too low to read (WCAG 2, level AA). With --out it leaves a
screenshot for each of the three. Exit status 77: there is no Chromium.

As a module it offers `Browser`, which speaks the DevTools protocol over a pair
of pipes, so that nothing but Python and Chromium is needed.
"""

import argparse
import base64
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
SKIPPED = 77
ANSWER_SECONDS = 120

VIEWS = {
    "light": {"width": 1100, "height": 900, "scheme": "light"},
    "dark": {"width": 1100, "height": 900, "scheme": "dark"},
    "narrow": {"width": 380, "height": 800, "scheme": "light"},
}

OVERFLOW = """(() => {
  const width = document.documentElement.clientWidth;
  const clipped = (e) => {
    for (let p = e.parentElement; p; p = p.parentElement)
      if (getComputedStyle(p).overflowX !== 'visible') return true;
    return false;
  };
  return [...document.body.querySelectorAll('*')]
    .filter((e) => e.getBoundingClientRect().right > width + 1 && !clipped(e))
    .map((e) => e.tagName.toLowerCase() + ' ' + (e.textContent || '').trim().slice(0, 40));
})()"""

# Text against the nearest background that is not transparent.
CONTRAST = """(() => {
  const parse = (c) => (c.match(/[\\d.]+/g) || []).map(Number);
  const lum = ([r, g, b]) => {
    const f = (v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b);
  };
  const solid = (e) => {
    for (; e; e = e.parentElement) {
      const c = parse(getComputedStyle(e).backgroundColor);
      if (c.length === 3 || (c.length === 4 && c[3] > 0.99)) return c;
    }
    return [255, 255, 255];
  };
  const bad = [];
  for (const e of document.body.querySelectorAll('*')) {
    const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    const style = getComputedStyle(e);
    if (!own || style.visibility === 'hidden' || !e.getClientRects().length) continue;
    const inSvg = e.namespaceURI === 'http://www.w3.org/2000/svg';
    if (inSvg && e.tagName !== 'text' && e.tagName !== 'tspan') continue;
    const ink = parse(inSvg ? style.fill : style.color);
    const [a, b] = [lum(ink), lum(solid(e))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const large = parseFloat(style.fontSize) >= 24;
    if (ratio < (large ? 3 : 4.5))
      bad.push(ratio.toFixed(1) + ': ' + e.textContent.trim().slice(0, 40));
  }
  return bad;
})()"""


def find_program():
    """The path of a Chromium, or None."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


class Browser:
    """One page of a Chromium of its own. A context manager; ends with it."""

    def __init__(self, program=None):
        program = program or find_program()
        self._profile = tempfile.mkdtemp(prefix="mlfix-browser-")
        to_read, self._to = os.pipe()
        self._from, to_write = os.pipe()
        self._rest = b""
        self._number = 0
        self.events = []
        self._process = subprocess.Popen(
            ["/bin/sh", "-c", f'exec "$0" "$@" 3<&{to_read} 4>&{to_write}', program]
            + ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
            + ["--hide-scrollbars", "--remote-debugging-pipe", "--no-first-run"]
            + [f"--user-data-dir={self._profile}", "about:blank"],
            pass_fds=(to_read, to_write),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        os.close(to_read)
        os.close(to_write)
        self._session = None
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        attached = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        os.close(self._to)
        os.close(self._from)
        shutil.rmtree(self._profile, ignore_errors=True)

    def call(self, method, **params):
        """Sends a command and gives its result; events meanwhile go to `events`."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def _receive(self):
        signal.alarm(ANSWER_SECONDS)  # ends a check whose browser hangs
        while b"\0" not in self._rest:
            more = os.read(self._from, 1 << 20)
            if not more:
                raise RuntimeError("the browser ended")
            self._rest += more
        signal.alarm(0)
        message, _, self._rest = self._rest.partition(b"\0")
        return json.loads(message)

    def view(self, width, height, scheme):
        """What the page is shown on: pixels, and "light" or "dark"."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.call("Emulation.setEmulatedMedia", features=[feature])

    def open(self, path):
        """Loads a file and waits until it is there."""
        self.events.clear()
        self.call("Page.navigate", url=pathlib.Path(path).resolve().as_uri())
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self._receive())

    def evaluate(self, expression):
        """The value of a JavaScript expression; promises are waited for."""
        result = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"]))
        return result["result"].get("value")

    def screenshot(self, path, whole=True):
        """A PNG of the view, or of the whole page."""
        shot = self.call("Page.captureScreenshot", captureBeyondViewport=whole)
        pathlib.Path(path).write_bytes(base64.b64decode(shot["data"]))

    def complaints(self):
        """Console errors, exceptions, and requests beyond the page itself."""
        found = []
        for event in self.events:
            method, params = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                found.append("exception: " + params["exceptionDetails"]["text"])
            elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning"):
                found.append("console: " + json.dumps(params["args"]))
            elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
                found.append("log: " + params["entry"]["text"])
            elif method == "Network.requestWillBeSent":
                url = params["request"]["url"]
                if params.get("type") != "Document" and not url.startswith("data:"):
                    found.append("request: " + url)
        return found


def problems_of(browser, page, expected, out=None):
    """What is wrong with a page in each of VIEWS, as lines."""
    found = []
    for name, view in VIEWS.items():
        browser.view(**view)
        browser.open(page)
        text = browser.evaluate("document.body.innerText")
        found += [f"{name}: {problem}" for problem in browser.complaints()]
        found += [f"{name}: does not show {want!r}" for want in expected if want not in text]
        found += [f"{name}: too wide: {what}" for what in browser.evaluate(OVERFLOW)]
        found += [f"{name}: contrast {what}" for what in browser.evaluate(CONTRAST)]
        if out:
            browser.screenshot(pathlib.Path(out) / f"{name}.png")
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page")
    parser.add_argument("--out")
    parser.add_argument("--expect", action="append", default=[])
    options = parser.parse_args()
    if not find_program():
        print("there is no Chromium", file=sys.stderr)
        return SKIPPED
    with Browser() as browser:
        found = problems_of(browser, options.page, options.expect, options.out)
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

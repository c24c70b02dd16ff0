"""A project with leaks, its remote, a forge and the people around it.

Everything is real but GitHub: git, gh, and the mlfix under test. Whatever mlfix
prints, commits, or leaves in the clone is searched for the token afterwards.
"""

import json
import os
import subprocess
import tempfile
from pathlib import Path

import github

TOKEN = "ghp_" + "S3cret" * 6

ADDRESS = "https://git.example.org/acme/trainer.git"

EVALUATION = """\
import torch
from torch import nn


def evaluate(loader):
    model = nn.Linear(4, 2).eval()
    correct = 0
    for x, y in loader:
        out = model(x)
        correct += (out.argmax(1) == y).sum().item()
    return correct
"""

EVALUATION_FIXED = EVALUATION.replace("def evaluate", "@torch.no_grad()\ndef evaluate")

TRAINING = """\
import torch


def train(model, loader, optimizer, criterion):
    total = 0
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss
        losses.append(loss)
    return total, losses
"""

INSPECTION = """\
import torch


def features(model, loader):
    kept = []

    def keep(module, inputs, output):
        kept.append(output.detach())

    model.encoder.register_forward_hook(keep)
    with torch.no_grad():
        for x, _ in loader:
            model(x)
    return torch.cat(kept)
"""

ANOMALY = """\
import torch

torch.autograd.set_detect_anomaly(True)


def step(model, loader, optimizer):
    for inputs in loader:
        optimizer.zero_grad()
        model(inputs).sum().backward()
        optimizer.step()
"""

CONFIG = """\
bot:
  repository: acme/trainer
"""


class World:
    def __init__(self, mlfix, files=None, config=CONFIG):
        self.mlfix = mlfix
        self.folder = tempfile.TemporaryDirectory(prefix="mlfix-bot-test-")
        self.root = Path(self.folder.name).resolve()
        self.remote = self.root / "remote.git"
        self.clone = self.root / "clone"
        self.transcript = []
        self.run(["git", "init", "-q", "--bare", "-b", "main", self.remote])
        # The clones know an address; that it means a folder here is the user's own setting.
        self.run(["git", "config", "--global", f"url.file://{self.remote}.insteadOf", ADDRESS])
        self.human = self.root / "human"
        self.run(["git", "clone", "-q", ADDRESS, self.human])
        self.commit({"mlfix.yaml": config, **(files or {"evaluation.py": EVALUATION})}, "Start")
        self.run(["git", "clone", "-q", ADDRESS, self.clone])
        self.github = github.GitHub(str(self.remote), TOKEN)
        self.server = github.Server(str(self.root / "gh.sock"), self.github)
        (self.root / "gh").mkdir()
        (self.root / "gh" / "config.yml").write_text(f"http_unix_socket: {self.root}/gh.sock\n")
        self.wrapper = None

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        self.folder.cleanup()

    @property
    def environment(self):
        """Of every process: nobody's own configuration, no prompts."""
        path = os.environ["PATH"]
        return {
            "PATH": f"{self.wrapper}:{path}" if getattr(self, "wrapper", None) else path,
            "HOME": str(self.root),
            "TMPDIR": str(self.root),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_DATE": "2026-01-05T10:00:00Z", "GIT_COMMITTER_DATE": "2026-01-05T10:00:00Z",
            "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.org",
            "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.org",
            "GH_CONFIG_DIR": str(self.root / "gh"),
            "GH_TOKEN": TOKEN,
        }

    def run(self, command, folder=None, check=True):
        done = subprocess.run([str(word) for word in command], cwd=folder or self.root,
                              env=self.environment, capture_output=True, text=True)
        if check and done.returncode != 0:
            raise AssertionError(f"{command}: {done.stderr}")
        return done

    def git(self, *words, folder=None):
        return self.run(["git", *words], folder=folder or self.remote).stdout.strip()

    # The bot.

    def bot(self, *words, folder=None, status=0):
        done = self.run([self.mlfix, "bot", *words], folder=folder or self.clone, check=False)
        self.transcript.append((words, done))
        assert TOKEN not in done.stdout + done.stderr, "the token was printed"
        if status is not None and done.returncode != status:
            raise AssertionError(f"exit status {done.returncode}: {done.stdout}{done.stderr}")
        return done

    def plan(self, *words, **options):
        """The planned pull requests by branch."""
        document = json.loads(self.bot("plan", *words, **options).stdout)
        return {pull["branch"]: pull for pull in document["pull_requests"]}

    def outcomes(self, *words, **options):
        """What a run says became of each branch."""
        lines = self.bot("run", *words, **options).stdout.splitlines()
        return {line.split(": ")[0]: line.split(": ")[1].split(" ")[0]
                for line in lines if ": " in line}

    # People.

    def commit(self, files, message, branch="main"):
        """Somebody changes files (None deletes) of a branch and pushes it."""
        if self.git("branch", "--list", branch):
            self.git("fetch", "-q", folder=self.human)
            self.git("checkout", "-q", "-B", branch, f"origin/{branch}", folder=self.human)
        else:
            self.git("checkout", "-q", "-B", branch, folder=self.human)
        for name, text in files.items():
            path = self.human / name
            if text is None:
                path.unlink()
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        self.git("add", "-A", folder=self.human)
        self.git("commit", "-q", "-m", message, folder=self.human)
        self.git("push", "-q", "origin", branch, folder=self.human)

    def close_pull(self, number):
        self.github.pulls[number - 1].state = "closed"

    def merge(self, number):
        pull = self.github.pulls[number - 1]
        self.git("fetch", "-q", folder=self.human)
        self.git("checkout", "-q", "-B", "main", "origin/main", folder=self.human)
        self.git("merge", "-q", "--no-ff", "-m", f"Merge #{number}", f"origin/{pull.head}",
                 folder=self.human)
        self.git("push", "-q", "origin", "main", folder=self.human)
        pull.state, pull.merged_at = "closed", "2026-01-01T00:00:00Z"

    def wrap(self, program, script):
        """Puts a shell script before a program; it may `exec "$REAL" "$@"`."""
        real = self.run(["sh", "-c", f"command -v {program}"]).stdout.strip()
        self.wrapper = self.root / "wrapped"
        self.wrapper.mkdir(exist_ok=True)
        path = self.wrapper / program
        path.write_text(f"#!/bin/sh\nREAL={real}\n{script}\n")
        path.chmod(0o755)

    def unwrap(self):
        self.wrapper = None

    # What there is.

    def pull(self, branch):
        found = [p for p in self.github.pulls if p.head == branch]
        assert found, f"no pull request of {branch}"
        return found[-1]

    def branches(self):
        listed = self.git("for-each-ref", "--format=%(refname:short)", "refs/heads/mlfix/")
        return listed.split()

    def file(self, branch, name):
        return self.run(["git", "show", f"{branch}:{name}"], folder=self.remote).stdout

    def tip(self, branch):
        return self.git("rev-parse", f"refs/heads/{branch}")

    def writes(self):
        return [request for request in self.github.requests
                if not request.startswith("GET ") and request != "POST /graphql"]

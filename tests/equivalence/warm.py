"""Runs programs, each in a fork of this process, and tells what they did.

Reads a request a line, a JSON object with `folder`, `entry` and `probe`, and answers
each with a line of JSON: what observing.observe() gives, or {"ended": why}. The fork
has PyTorch and matplotlib imported already, which takes most of the time of a small
program. A program has limits: seconds of processor time and of the clock, memory, and
the size of a file.
"""

import gc
import json
import os
import resource
import select
import signal
import sys
import time

PROCESSOR_SECONDS = 10
CLOCK_SECONDS = 20
MEMORY_BYTES = 8 << 30
FILE_BYTES = 8 << 20


def import_what_programs_import():
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    import torch
    import torch.distributed  # noqa: F401
    import torch.utils.data  # noqa: F401
    from torch.jit import trace  # noqa: F401

    plt.close(plt.figure())
    torch.set_num_threads(1)
    # Without a GPU it only notes the stack for later, which reads the files of all frames.
    torch.cuda.manual_seed_all = lambda seed: None


def limit():
    os.setpgid(0, 0)
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_BYTES, FILE_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run_in_child(request, answer):
    limit()
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    os.chdir(request["folder"])
    import observing

    text = json.dumps(observing.observe(request["entry"], request.get("probe")))
    with os.fdopen(answer, "w", encoding="utf-8") as file:
        file.write(text)


def read_answer(pipe, child):
    """What the child says, until it says no more or its time is up."""
    end = time.monotonic() + CLOCK_SECONDS
    parts = []
    while True:
        ready, _, _ = select.select([pipe], [], [], max(0.0, end - time.monotonic()))
        part = os.read(pipe, 1 << 16) if ready else b""
        if not part:
            break
        parts.append(part)
    # Threads and processes that a program leaves behind end with it.
    try:
        os.killpg(child, signal.SIGKILL)
    except ProcessLookupError:
        os.kill(child, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    text = b"".join(parts).decode("utf-8")
    if not text.endswith("}"):
        reason = "killed by the limits" if not ready else f"status {status}"
        return json.dumps({"ended": reason})
    return text


def serve():
    for line in sys.stdin:
        request = json.loads(line)
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            try:
                run_in_child(request, writer)
            finally:
                os._exit(0)
        os.close(writer)
        answer = read_answer(reader, child)
        os.close(reader)
        print(answer, flush=True)


if __name__ == "__main__":
    import_what_programs_import()
    import observing  # noqa: F401  once, for all forks

    gc.collect()
    gc.freeze()
    serve()

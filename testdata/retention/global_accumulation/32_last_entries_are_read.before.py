# mutations: no-nesting
import time

LATENCIES = []
STEPS = []


def timed(request, answer):
    start = time.perf_counter()
    response = answer(request)
    LATENCIES.append((request.url, time.perf_counter() - start))  # expect: global-accumulation[report]
    return response


def health():
    return sorted(seconds for _, seconds in LATENCIES[-100:])


def count(step):
    STEPS.append(step)
    return len(STEPS)

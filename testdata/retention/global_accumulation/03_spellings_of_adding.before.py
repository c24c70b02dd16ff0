# mutations: no-nesting
# Methods, lambdas aside, and every way to add to every kind of container.
from collections import defaultdict, deque

outputs, grads = [], []
LOSSES = list()
SEEN = set()
BY_STEP = {}
BY_NAME = defaultdict(list)
RECENT = deque()
TOTALS: list = []


class Probe:
    def hook(self, module, value, key, step):
        LOSSES.extend(value)  # expect: global-accumulation[report]
        SEEN.add(value)  # expect: global-accumulation[report]
        BY_STEP[step] = value  # expect: global-accumulation[report]
        BY_NAME[key].append(value)  # expect: global-accumulation[report]
        RECENT.append(value)  # expect: global-accumulation[report]


def total(value):
    global TOTALS
    TOTALS += [value]  # expect: global-accumulation[report]
    if value:
        for part in value:
            TOTALS.insert(0, part)  # expect: global-accumulation[report]

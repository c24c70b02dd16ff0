# mutations: no-nesting
import torch
from detector.ops import nms


def area(boxes):
    return (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])


def compare(boxes, scores):
    for threshold in [0.2, 0.5, 0.8]:
        scripted = torch.jit.script(nms)  # expect: jit-trace-in-loop[unsafe]
        print(scripted(boxes, scores, threshold))


def areas(batches):
    for boxes in batches:
        fast = torch.compile(area)  # expect: jit-trace-in-loop[unsafe]
        print(fast(boxes))


def report_what_is_kept(count):
    compiled = []
    for _ in range(count):
        fast = torch.compile(area)  # expect: jit-trace-in-loop[report]
        compiled.append(fast)
    return compiled


def report_model(model, batches):
    for batch in batches:
        scripted = torch.jit.script(model)  # expect: jit-trace-in-loop[report]
        print(scripted(batch))

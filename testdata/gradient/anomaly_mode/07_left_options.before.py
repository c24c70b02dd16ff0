# An option decides.
import contextlib
import torch


def train(model, x, args):
    torch.autograd.set_detect_anomaly(args.debug)
    if args.detect_anomaly:
        torch.autograd.set_detect_anomaly(True)
    with torch.autograd.set_detect_anomaly(args.debug):
        model(x).sum().backward()
    with torch.autograd.detect_anomaly() if args.debug else contextlib.nullcontext():
        model(x).sum().backward()


def debug_run(model, x):
    with torch.autograd.detect_anomaly():
        model(x).sum().backward()

# Only the one item goes, whichever it is.
import torch as th


def train(model, x, lock):
    with lock:  # expect: anomaly-mode[unsafe]
        model(x).sum().backward()
    with lock:  # expect: anomaly-mode[unsafe]
        model(x).sum().backward()

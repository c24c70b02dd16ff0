# Only the one item goes, whichever it is.
import torch as th


def train(model, x, lock):
    with th.autograd.detect_anomaly(), lock:  # expect: anomaly-mode[unsafe]
        model(x).sum().backward()
    with lock, th.autograd.set_detect_anomaly(True):  # expect: anomaly-mode[unsafe]
        model(x).sum().backward()

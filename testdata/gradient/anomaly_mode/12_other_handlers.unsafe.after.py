# A handler that has nothing to do with it, a finally.
import torch


def train(model, loader):
    try:
        for x in loader:
            model(x).sum().backward()
    except KeyboardInterrupt:
        print("stopped")
    finally:
        print("done")

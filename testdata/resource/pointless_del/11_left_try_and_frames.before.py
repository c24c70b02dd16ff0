import inspect

import torch


def name():
    frame = inspect.currentframe()
    try:
        return frame.f_code.co_name
    finally:
        del frame


def load(path):
    state = torch.load(path)
    try:
        print(state.keys())
        del state
    except AttributeError:
        print("no dict")

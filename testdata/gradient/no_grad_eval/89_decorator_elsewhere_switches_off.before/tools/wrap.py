import functools

import torch


def graphless(function):
    @functools.wraps(function)
    def run(*args, **kwargs):
        with torch.no_grad():
            return function(*args, **kwargs)

    return run

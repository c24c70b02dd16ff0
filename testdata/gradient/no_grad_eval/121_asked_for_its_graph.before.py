# What tells whether there is a graph sees what the fix does.
import copy

import numpy as np
import torch


def leaf(policy, loader):
    policy.eval()
    for x, _ in loader:  # expect: no-grad-eval[unsafe]
        print(policy(x).is_leaf)


def copied(policy, loader):
    outs = []
    policy.eval()
    for x, _ in loader:  # expect: no-grad-eval[unsafe]
        outs.append(policy(x))
    return len(copy.deepcopy(outs))


def array(policy, loader):
    policy.eval()
    for x, _ in loader:  # expect: no-grad-eval[unsafe]
        print(np.asarray(policy(x)).sum())

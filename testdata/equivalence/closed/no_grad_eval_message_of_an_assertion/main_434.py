import torch
from parts_434 import Policy, Batches
model = Policy()
loader = Batches(3)
outs = []
for step, (x, y) in enumerate(loader):
    out = model(x)
    loss = (out - y).abs().sum()
    try:
        assert False, loss
    except AssertionError as error:
        outs.append(error.args[0])
[v.mean().backward() for v in outs]


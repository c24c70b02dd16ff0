# Not torch: handles of this library have no remove().
from mxnet import gluon


def shapes(net: gluon.Block, x):
    seen = []
    net.body.register_forward_hook(lambda block, inputs, output: seen.append(output.shape))
    net(x)
    return seen[0]

class Weights:
    cached = None


def scaled(net, x):
    if Weights.cached is None:
        Weights.cached = net.weight.exp()
    return (x * Weights.cached).mean()

def measure(net):
    return [net.weight.grad.requires_grad for part in range(2)]

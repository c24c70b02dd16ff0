def norm_of_gradients(net):
    return sum(p.grad.pow(2).sum().item() for p in net.parameters())

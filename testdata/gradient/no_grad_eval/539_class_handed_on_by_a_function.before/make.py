from nets import Net


def make_net(device):
    net = Net()
    return net.to(device)

import torch
def evaluate(net, data):
    net.eval()
    for x in data:
        print(net(x).mean().item())

import torch
def evaluate(net, data):
    net.eval()
    for x in data:
        print(tuple(net(x).shape))

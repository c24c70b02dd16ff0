from torch import nn
import matplotlib.pyplot as plt

class Encoder(nn.Module):
    pass

def features_of(net, x):
    pass

def draw_losses(i):
    fig, ax = plt.subplots()
    plt.savefig(f'step_{i}.png')

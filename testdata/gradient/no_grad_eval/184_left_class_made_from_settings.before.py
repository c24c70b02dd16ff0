from torch import nn


def stem(chans, aa_layer):
    parts = nn.Sequential()
    parts.add_module("conv", nn.Conv2d(3, chans, 3))
    for i in range(2):
        model = aa_layer(channels=chans, stride=2)
        parts.add_module("aa" + str(i), model)
    return parts

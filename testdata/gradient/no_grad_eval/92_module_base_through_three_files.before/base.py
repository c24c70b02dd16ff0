from torch import nn


class Base(nn.Module):
    pass

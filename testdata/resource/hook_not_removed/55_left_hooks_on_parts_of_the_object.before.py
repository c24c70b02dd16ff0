import torch


class Network(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.first = torch.nn.Linear(width, width)
        self.handles = [self.first.register_forward_hook(self.look)]

    def look(self, module, inputs, output):
        print(output.shape)

    def forget(self):
        self.handles = []

    def forward(self, x):
        return self.first(x)

import torch
import torch.nn as nn


class Field(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(3, 512)
        self.out = nn.Linear(512, 4)

    def forward(self, points):
        return self.out(self.hidden(points).relu())


def render(net, rays):
    return net(rays).sigmoid()


def render_image(net, rays, chunk=4096):
    rows = []
    for i in range(0, len(rays), chunk):  # expect: no-grad-eval[unsafe]
        rows.append(render(net, rays[i : i + chunk]))
    return torch.cat(rows)

# Reported at https://github.com/pytorch/pytorch/issues/46386
# A hook defined in __init__ uses self: module, hook, closure, module.
import torch.nn as nn
import torchvision.models as models


class LeakyModule(nn.Module):
    def __init__(self):
        super().__init__()
        self.resnet = models.resnet152()
        self.calls = 0

        def fw_hook(m, m_in, m_out):
            self.calls += 1

        self.register_forward_hook(fw_hook)  # missed: reference-cycle[report] - the cycle goes through the closure of a hook


for i in range(1000):
    net = LeakyModule()
    net.to("cuda:0")

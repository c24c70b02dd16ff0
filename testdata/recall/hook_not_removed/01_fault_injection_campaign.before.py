# Reported at https://github.com/fffasttime/MRFI/pull/5
# A fault injector hooks the layers of the model it is given and drops the handles; a
# campaign makes one after the other.
import torch


class FaultInjector:
    def __init__(self, model, rate):
        self.model = model
        self.rate = rate
        self.__add_hooks()

    def __add_hooks(self):
        for module in self.model.modules():
            if isinstance(module, torch.nn.Conv2d):
                module.register_forward_hook(self.corrupt)  # expect: hook-not-removed[unsafe]

    def corrupt(self, module, inputs, output):
        return torch.where(torch.rand_like(output) < self.rate, -output, output)


def campaign(model, images, labels, rates):
    for rate in rates:
        injector = FaultInjector(model, rate)
        with torch.no_grad():
            found = injector.model(images).argmax(1)
        print(rate, (found == labels).float().mean().item())

import torch


class Meter:
    def __init__(self):
        self.values = []

    def measure(self, model, x, logger):
        def log(module, inputs, output):
            logger.log(output.mean())

        def save(module, inputs, output):
            self.values.append(output.mean().item())

        model.fc.register_forward_hook(log)
        model.fc.register_forward_hook(save)
        model(x)

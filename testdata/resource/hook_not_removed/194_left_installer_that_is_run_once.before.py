# mutations: no-nesting
# One visualiser, one picture.
import torch


class Visualiser:
    def __init__(self, model):
        self.model = model
        self.features = None

    def _install(self):
        def keep(module, inputs, output):
            self.features = output[0]

        self.model[0].register_forward_hook(keep)

    def visualise(self, image):
        self._install()
        self.model(image)
        return self.features.mean().item()


if __name__ == "__main__":
    visualiser = Visualiser(torch.load("model.pt"))
    print(visualiser.visualise(torch.zeros(1, 3, 224, 224)))

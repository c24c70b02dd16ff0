import torch


class Extractor:
    def __init__(self, model):
        self.model = model
        self.gradients = None

    def save_gradient(self, grad):
        self.gradients = grad

    def run(self, x):
        for module in self.model.features:
            x = module(x)
            x.register_hook(self.save_gradient)
        return self.model.classifier(x)


class Cam:
    def __init__(self, model):
        self.model = model
        self.extractor = Extractor(model)

    def cam(self, image, wanted):
        for target in wanted:
            output = self.extractor.run(image)
            self.model.zero_grad()
            output.backward(gradient=target, retain_graph=True)  # expect: unneeded-retain-graph[unsafe]
            print(self.extractor.gradients.mean().item())

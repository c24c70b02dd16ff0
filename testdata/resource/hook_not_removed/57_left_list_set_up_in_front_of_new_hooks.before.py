import torch


class Probe:
    def __init__(self, model):
        self.model = model

    def attach(self):
        self.handles = []
        for layer in self.model.children():
            self.handles.append(layer.register_forward_hook(self.look))

    def look(self, module, inputs, output):
        print(output.shape)

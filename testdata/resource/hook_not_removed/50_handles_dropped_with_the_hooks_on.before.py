import torch


class Recorder:
    def __init__(self, model, names):
        self.model = model
        self.handles = []
        self.seen = {}
        for name, layer in model.named_modules():
            if name in names:
                self.handles.append(layer.register_forward_hook(self.keep))  # expect: hook-not-removed[unsafe]

    def keep(self, module, inputs, output):
        self.seen[module] = output.detach().mean()

    def close(self):
        self.seen = {}
        self.handles.clear()


def norms(model, names, batch):
    recorder = Recorder(model, names)
    with torch.no_grad():
        model(batch)
    seen = dict(recorder.seen)
    recorder.close()
    return seen

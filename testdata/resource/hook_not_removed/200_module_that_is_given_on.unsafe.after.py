import torch

from tools import encode


def lazily(model, x):
    seen = []

    def run(x):
        return model(x)

    handle = model.fc.register_forward_hook(lambda m, i, o: seen.append(o))  # expect: hook-not-removed[unsafe]
    model(x)
    handle.remove()
    print(len(seen))
    return run


class Encoder:
    def __init__(self, clip):
        self.clip = clip

    def encode(self, batch):
        outputs = {}

        def make_hook(name):
            def hook(_model, inputs, _outputs):
                outputs[name] = inputs[0].detach()

            return hook

        handle = self.clip.visual.patch_dropout.register_forward_hook(make_hook("features"))  # expect: hook-not-removed[unsafe]
        embeddings = self.clip.encode_image(batch)
        handle.remove()
        return embeddings, outputs["features"].mean()


def shown(model, x):
    model.fc.register_forward_hook(lambda m, i, o: print(o.shape))
    encode(model, x)

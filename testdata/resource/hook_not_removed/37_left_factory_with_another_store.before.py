import torch

LOG = []


def keep_in(store):
    def hook(module, inputs, output):
        store.append(output.mean().item())

    return hook


def watch(encoder, image, mine):
    encoder.mixed.register_forward_hook(keep_in(mine))
    encoder.head.register_forward_hook(keep_in(LOG))
    encoder(image)


class Watcher:
    def watch(self, encoder, image):
        encoder.head.register_forward_hook(keep_in(self.seen))
        encoder(image)

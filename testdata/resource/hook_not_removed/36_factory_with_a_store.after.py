import torch


def keep_in(name, store):
    def hook(module, inputs, output):
        store[name] = output.detach()

    return hook


def caption(encoder, decoder, image):
    seen = {}
    encoder.mixed.register_forward_hook(keep_in(name="mixed", store=seen))  # expect: hook-not-removed[unsafe]
    encoder(image)
    return decoder(seen["mixed"].flatten(1)).argmax(1)


def mixed_norm(encoder, image):
    seen = {}
    handle = encoder.mixed.register_forward_hook(keep_in("mixed", seen))  # expect: hook-not-removed[safe]
    encoder(image)
    handle.remove()
    return seen["mixed"].norm().item()

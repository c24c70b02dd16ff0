import torch


def steer(model, x, direction):
    def add(module, inputs, output):
        return output + direction

    model.block.register_forward_hook(add)
    return model(x)


def trainable_inputs(model, x):
    def make_inputs_require_grad(module, inputs, output):
        output.requires_grad_(True)

    model.get_input_embeddings().register_forward_hook(make_inputs_require_grad)
    return model(x)


def zeroed(model, x):
    def silence(module, inputs, output):
        output[:, 0] = 0

    model.block.register_forward_hook(silence)
    return model(x)


def stop_early(model, x):
    def leave(module, inputs, output):
        raise StopIteration

    model.block.register_forward_hook(leave)
    return model(x)


def doubled(model, x):
    model.register_forward_hook(lambda m, i, o: o * 2)
    return model(x)

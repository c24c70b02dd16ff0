import torch


def watch(model, trainer, loader):
    norms = []
    model.head.register_full_backward_hook(lambda m, i, o: norms.append(o[0].norm()))
    trainer.fit(model, loader)
    return max(norms)


def not_a_module(bus, x):
    class Bus:
        def register_forward_hook(self, hook):
            self.hook = hook

        def __call__(self, x):
            return x

    own = Bus()
    own.register_forward_hook(lambda m, i, o: print(o))
    return own(x), torch.zeros(1)

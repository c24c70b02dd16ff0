import torch
import torch.nn.functional as F


class GradCam:
    def __init__(self, model, layer):
        self.model = model
        self.layer = layer
        self.features = None
        self.grads = None

    def explain(self, picture, index):
        def keep(module, inputs, output):
            self.features = output

        def keep_gradient(module, grad_in, grad_out):
            self.grads = grad_out[0]

        handle = self.layer.register_forward_hook(keep)  # expect: hook-not-removed[unsafe]
        try:
            handle_2 = self.layer.register_full_backward_hook(keep_gradient)  # expect: hook-not-removed[unsafe]
            try:
                output = self.model(picture)
                if index is None:
                    return None
                output[0, index].backward()
                return F.relu((self.grads.mean((2, 3), keepdim=True) * self.features).sum(1))
            finally:
                handle_2.remove()
        finally:
            handle.remove()


class Features:
    def __init__(self, model, blocks):
        self.model = model
        self.blocks = blocks
        self.features = None

    def of(self, picture):
        """The last one that a block gives."""

        def keep(module, inputs, output):
            self.features = output.detach()

        handles = []
        for i in range(len(self.blocks)):
            if i % 2:
                handles.append(self.blocks[i].register_forward_hook(keep))  # expect: hook-not-removed[unsafe]
        with torch.no_grad():
            self.model(picture)
        for handle in handles:
            handle.remove()
        return self.features

    def if_wanted(self, picture, wanted):
        def keep(module, inputs, output):
            self.features = output.detach()

        if wanted:
            handle = self.blocks.register_forward_hook(keep)  # expect: hook-not-removed[unsafe]
            self.model(picture)
            handle.remove()
            print(self.features)

import torch


class Other:
    def hook_layers(self):
        def hook_function(module, grad_in, grad_out):
            self.gradients = grad_in[0]

        self.use(hook_function)

    def go(self, x):
        x.backward()

import torch


class Curvature(torch.optim.Optimizer):
    def __init__(self, net):
        self.inputs = {}
        for module in net.modules():
            module.register_forward_pre_hook(self.save_input)
            module.register_full_backward_hook(self.save_gradient)
        net(torch.zeros(1, 4))

    def save_input(self, module, inputs):
        self.inputs[module] = inputs[0]

    def save_gradient(self, module, grad_input, grad_output):
        self.inputs[module] = grad_output[0]

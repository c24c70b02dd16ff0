import torch


def grad_cam(model, image, target):
    seen = {}

    def keep_output(module, inputs, output):
        seen["output"] = output.detach()

    def keep_gradient(module, grad_input, grad_output):
        seen["gradient"] = grad_output[0].detach()

    handle = model.layer4.register_forward_hook(keep_output)  # expect: hook-not-removed[safe]
    handle_2 = model.layer4.register_full_backward_hook(keep_gradient)  # expect: hook-not-removed[unsafe]
    score = model(image)[0, target]
    model.zero_grad()
    handle.remove()
    score.backward()
    handle_2.remove()
    weights = seen["gradient"].mean((2, 3), keepdim=True)
    return torch.relu((weights * seen["output"]).sum(1))

import torch


@torch.no_grad()
def warm_up(model, loader):
    outputs = []
    for images in loader:
        outputs.append(model(images))
    print("on the cpu:", not outputs[0].is_cuda, outputs[0].shape)

import torch
from gradcam import GradCam


@torch.no_grad()
def explain(model, loader):
    for x in loader:
        cam = GradCam(model, model.layer4)(x)
        print(cam.mean())

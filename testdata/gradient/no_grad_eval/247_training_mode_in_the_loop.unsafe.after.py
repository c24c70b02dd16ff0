import torch


@torch.no_grad()
def classes_of(model, loader):
    classes = []
    model.eval()
    for images in loader:
        classes.append(torch.argmax(model(images), 1).tolist())  # expect: no-grad-eval[unsafe]
        model.train()
    return classes

import torch


def classes_of(model, loader, optimizer: torch.optim.Optimizer):
    model.eval()
    classes = []
    for images in loader:
        optimizer.zero_grad()
        with torch.no_grad():
            classes.append(model(images).argmax(1).tolist())  # expect: no-grad-eval[unsafe]
    return classes

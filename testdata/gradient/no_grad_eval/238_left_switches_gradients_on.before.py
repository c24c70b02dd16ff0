import torch


def classes_of(model, loader):
    model.eval()
    classes = []
    for images in loader:
        with torch.enable_grad():
            logits = model(images)
        classes.append(logits.argmax(1).tolist())
    return classes

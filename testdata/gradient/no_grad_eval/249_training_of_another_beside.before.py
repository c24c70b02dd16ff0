import torch


def add_gradients(other, images):
    loss = other(images).mean()
    loss.backward()


def classes_of(model, other, loader):
    model.eval()
    classes = []
    for images in loader:
        classes.append(torch.argmax(model(images), 1).tolist())  # expect: no-grad-eval[unsafe]
        add_gradients(other, images)
    return classes

import torch


def predictions(model, loader):
    model.eval()
    for x in loader:  # expect: no-grad-eval
        yield model(x).argmax(1)


print(list(predictions(torch.nn.Linear(4, 2), [torch.ones(3, 4)])))

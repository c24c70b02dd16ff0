import torch


def show(model, loader):
    model.eval()
    for x in loader:  # expect: no-grad-eval[safe]
        print("""prediction:
    {}""".format(model(x).argmax(1).tolist()))


show(torch.nn.Linear(4, 2), [])

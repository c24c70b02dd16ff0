import torch


def padded(model, loader):
    outputs = None
    for x in loader:
        output = model(x)
        if outputs is None:
            outputs = output[:1]
        else:
            outputs = torch.cat([outputs, output], dim=0)
    return outputs


def counted(model, loader):
    outputs = None
    for x in loader:
        output = model(x)
        if outputs is None:
            outputs = output
        else:
            outputs = torch.cat([outputs, output], dim=0)
        print(len(outputs))
    return outputs


def restarted(model, loader):
    outputs = None
    for x in loader:
        output = model(x)
        if outputs is None:
            outputs = output
            print("first")
        else:
            outputs = torch.cat([outputs, output], dim=0)
    return outputs

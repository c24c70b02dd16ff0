import torch


def run(x, fast, path):
    y = torch.relu(x)
    with open(path) as f:
        print(f.read())
        if fast:
            del y  # expect: pointless-del[report]
        else:
            del y  # expect: pointless-del[report]
    return path

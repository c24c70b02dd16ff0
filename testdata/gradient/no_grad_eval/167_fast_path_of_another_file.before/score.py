from encoder import Encoder


def score(model, loader):
    model.eval()
    for tokens in loader:  # expect: no-grad-eval[unsafe]
        print(model(tokens).mean().item())


def run(loader):
    score(Encoder(8), loader)

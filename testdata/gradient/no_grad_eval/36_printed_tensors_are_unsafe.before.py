# The text of a tensor ends in grad_fn=… as long as it has a graph.
import logging

import torch
import torch.nn.functional as F

log = logging.getLogger(__name__)


def show_first(model, loader):
    model.eval()
    for x, _ in loader:  # expect: no-grad-eval[unsafe]
        print(model(x))
        break


def show_loss(model, loader):
    model.eval()
    for x, y in loader:  # expect: no-grad-eval[unsafe]
        loss = F.cross_entropy(model(x), y)
        print("loss:", loss)


def log_loss(model, loader):
    model.eval()
    total = 0
    for x, y in loader:  # expect: no-grad-eval[unsafe]
        total += F.cross_entropy(model(x), y)
    log.info("loss %s", total / len(loader))


def text_of_output(model, loader):
    model.eval()
    lines = []
    for x, _ in loader:  # expect: no-grad-eval[unsafe]
        lines.append(f"{model(x)}\n")
    with open("outputs.txt", "w") as f:
        f.writelines(lines)


def bar_of_losses(model, loader, bar):
    model.eval()
    for x, y in loader:  # expect: no-grad-eval[unsafe]
        bar.set_postfix(loss=F.cross_entropy(model(x), y))


def save_features(model, loader):
    model.eval()
    features = []
    for x, _ in loader:  # expect: no-grad-eval[unsafe]
        features.append(model(x))
    torch.save(torch.cat(features), "features.pt")


def shown_by_a_helper(model, loader):
    model.eval()
    for x, _ in loader:  # expect: no-grad-eval[unsafe]
        _show(model(x))


def _show(out):
    print("%r" % out)

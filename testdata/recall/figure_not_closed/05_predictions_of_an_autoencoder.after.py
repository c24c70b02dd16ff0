# Reported at https://github.com/JulesBelveze/time-series-autoencoder/pull/49
# An evaluation saves one figure per batch.
import matplotlib.pyplot as plt
import torch


@torch.no_grad()
def evaluate(test_iter, criterion, model, output_dir):
    model.eval()
    losses = []
    for i, (feature, y_hist, target) in enumerate(test_iter):
        output = model(feature, y_hist)
        losses.append(criterion(output, target).item())
        plt.figure()  # expect: figure-not-closed[safe]
        plt.plot(output.view(-1).cpu().numpy(), label="predicted")
        plt.plot(target.view(-1).cpu().numpy(), label="observed")
        plt.legend()
        plt.savefig(f"{output_dir}/predictions_{i}.png")
        plt.close()
    return sum(losses) / len(losses)

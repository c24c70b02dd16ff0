import torch


def run(model, dataloader):
    for data in dataloader:
        with torch.no_grad():
            output = model(data)

        del output
        torch.cuda.empty_cache()  # expect: empty-cache-in-loop[unsafe]

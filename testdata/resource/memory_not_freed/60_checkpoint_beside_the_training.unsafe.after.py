# options: minor: true
import torch


def finetune(args, model, engine, loader):
    if args.finetune:
        if args.finetune.startswith("https"):
            checkpoint = torch.hub.load_state_dict_from_url(args.finetune, map_location="cpu")  # expect: memory-not-freed[unsafe]
        else:
            checkpoint = torch.load(args.finetune, map_location="cpu")
        weights = checkpoint["model"]
        own = model.state_dict()
        for key in ["head.weight", "head.bias"]:
            if key in weights and weights[key].shape != own[key].shape:
                del weights[key]
        if "ema" in checkpoint:
            average = checkpoint["ema"]
            engine.load_average(average)
        model.load_state_dict(weights, strict=False)
        del checkpoint, weights
    if args.resume:
        checkpoint = torch.load(args.resume)  # expect: memory-not-freed[unsafe]
        model.load_state_dict(checkpoint["model"])
        args.epoch = checkpoint["epoch"] + 1
        del checkpoint
    for epoch in range(args.epoch, 100):
        engine.run(model, loader)


def train(model, optimizer, loader, path):
    state = torch.load(path)  # expect: memory-not-freed[unsafe]
    model.load_state_dict(state)
    del state
    for x in loader:
        optimizer.zero_grad()
        model(x).sum().backward()
        optimizer.step()

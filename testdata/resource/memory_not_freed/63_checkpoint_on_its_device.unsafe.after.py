import torch


def train(model, engine, path):
    state = torch.load(path, map_location=engine.device)  # expect: memory-not-freed[unsafe]
    model.load_state_dict(state)
    del state
    for epoch in range(10):
        engine.run(model)

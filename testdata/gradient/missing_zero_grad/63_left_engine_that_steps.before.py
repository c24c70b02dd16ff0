import deepspeed


def train(model, loader, settings):
    engine, optimizer, _, _ = deepspeed.initialize(model=model, config=settings)
    for x, y in loader:
        loss = engine(x, y)
        engine.backward(loss)
        engine.step()

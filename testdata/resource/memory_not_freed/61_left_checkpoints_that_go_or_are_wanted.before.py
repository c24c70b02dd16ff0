# options: minor: true
import torch


def deleted(model, engine, path):
    state = torch.load(path)
    model.load_state_dict(state)
    del state
    for epoch in range(10):
        engine.run(model)


def bound_again(model, engine, path):
    state = torch.load(path)
    model.load_state_dict(state)
    state = None
    for epoch in range(10):
        engine.run(model)


def read_later(model, engine, path):
    state = torch.load(path)
    model.load_state_dict(state["model"])
    for epoch in range(state["epoch"], 10):
        engine.run(model)
    print(state["name"])


def read_by_another_function(model, engine, path):
    state = torch.load(path)
    model.load_state_dict(state)

    def restart():
        model.load_state_dict(state)

    for epoch in range(10):
        engine.run(model, restart)


def no_training(model, loader, path):
    state = torch.load(path)
    model.load_state_dict(state)
    model.eval()
    with torch.no_grad():
        for x in loader:
            print(model(x).argmax().item())


def a_table(engine, path):
    rows = torch.load(path)
    engine.use(rows)
    for epoch in range(10):
        engine.run()


def a_model(engine, path):
    model = torch.load(path)
    engine.use(model)
    for epoch in range(10):
        engine.run()


def in_one_branch(model, engine, path):
    if path:
        state = torch.load(path)
    else:
        state = {}
    model.load_state_dict(state.get("model", {}))
    if path == "x":
        state = torch.load("y")
    engine.use(state)
    for epoch in range(10):
        engine.run(model)


def by_locals(model, engine, path):
    state = torch.load(path)
    model.load_state_dict(state)
    print(locals())
    for epoch in range(10):
        engine.run(model)

import torch


def play(env, Model, path, episodes):
    model = Model(env).to("cpu")
    model.load_state_dict(torch.load(path))
    state = env.reset()
    for _ in range(episodes):
        with torch.no_grad():
            action = model(torch.as_tensor(state)).argmax().item()
        state = env.step(action)

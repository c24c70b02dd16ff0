from players import Player


def play(player: Player, env):
    state, total = env.reset(), 0.0
    while True:
        move, _ = player.act(state)  # expect: no-grad-eval[safe]
        state, reward, done = env.step(move.item())
        total += reward
        if done:
            return total


def play_best(player: Player, env):
    state, total = env.reset(), 0.0
    while True:
        state, reward, done = env.step(player.best(state).item())
        total += reward
        if done:
            return total


def play_calmly(player: Player, env):
    state, total = env.reset(), 0.0
    while True:
        move, _ = player.calm(state)
        state, reward, done = env.step(move.item())
        total += reward
        if done:
            return total

def play(env, model, memory):
    state = env.reset()
    memory.push(state, model(state))

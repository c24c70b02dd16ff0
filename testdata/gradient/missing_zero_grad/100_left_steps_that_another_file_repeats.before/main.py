from agent import Agent, Once


def main(loader):
    agent, once = Agent(), Once()
    for x, y in loader:
        agent.update(x, y)
    once.update(x, y)

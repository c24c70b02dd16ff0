from ranking.search import Search


def run(states):
    return Search().explore(states)

from search import Search


def play(net, boards):
    return Search(net).best(boards)

import search


def run(net, states, score="scores_of"):
    return score, search.Search(), search.rank(net, states)

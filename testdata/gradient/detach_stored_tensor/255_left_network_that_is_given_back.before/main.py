from learner import Learner


def run(net, tasks):
    learner, nets = Learner(net), []
    for task in tasks:
        loss, tuned = learner.tuned(task)
        nets.append(tuned)
    return nets

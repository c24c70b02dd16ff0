from watching import Watcher


def plot(watcher: Watcher, axes):
    axes.plot(watcher.losses)


def run(watcher: Watcher, loss):
    watcher.update(loss)
    print(watcher.last())

from watching import Watcher


def plot(watcher: Watcher, axes):
    axes.plot(watcher.losses)

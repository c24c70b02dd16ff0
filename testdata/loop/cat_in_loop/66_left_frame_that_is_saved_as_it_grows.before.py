# Each iteration writes what there is so far.
import pandas as pd


def run(episodes, play, path):
    results = pd.DataFrame()
    for episode in range(episodes):
        results = pd.concat([results, play(episode)])
        results.to_csv(path)
    return results

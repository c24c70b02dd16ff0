# What is appended may be a row or a frame.
import pandas as pd


def run(episodes, play):
    results = pd.DataFrame(columns=["reward"])
    for episode in range(episodes):
        results = results.append({"reward": play(episode)}, ignore_index=True)  # expect: cat-in-loop[report]
    return results

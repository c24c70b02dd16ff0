import matplotlib.pyplot as plt
def save(i):
    fig = plt.figure()
    fig.gca().plot([1, i])
    fig.savefig(f'step_{i}.png')

import matplotlib.pyplot as plt

def plot_step(i):
    ax = plt.figure().add_subplot()
    plt.savefig(f'step_{i}.png')
    print(plt.get_fignums())

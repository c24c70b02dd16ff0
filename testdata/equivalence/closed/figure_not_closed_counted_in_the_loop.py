# level: safe
# rule: figure-not-closed
import matplotlib.pyplot as plt

for i in range(3):
    fig, ax = plt.subplots()
    ax.plot([1, 2, i])
    plt.savefig('now.png')
    print(plt.get_fignums())

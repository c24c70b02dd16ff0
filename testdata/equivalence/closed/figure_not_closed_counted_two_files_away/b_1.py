import matplotlib.pyplot as plt
def finish():
    print(plt.get_fignums())
    plt.title('end')
    plt.savefig('end.png')

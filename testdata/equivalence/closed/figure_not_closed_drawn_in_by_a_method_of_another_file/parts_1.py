import matplotlib.pyplot as plt
class Plotter:
    def finish(self):
        plt.title('end')
        plt.savefig('end.png')
        print(plt.get_fignums())

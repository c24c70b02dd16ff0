import matplotlib.pyplot as plt
def numbers():
    return plt.get_fignums()

import matplotlib.pyplot as plt


def browse(images):
    for image in images:
        fig, ax = plt.subplots()  # expect: figure-not-closed[safe]
        ax.imshow(image)
        fig.savefig("image.png")
        plt.show()
        plt.close(fig)

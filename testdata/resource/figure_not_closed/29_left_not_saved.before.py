import matplotlib.pyplot as plt


def grid(images):
    for image in images:
        plt.figure()
        plt.imshow(image)


def shown(images):
    for image in images:
        plt.figure()
        plt.imshow(image)
        plt.show()

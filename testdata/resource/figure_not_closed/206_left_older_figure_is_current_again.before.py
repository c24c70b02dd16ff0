# When a figure is closed the one before it is the current one again, and is drawn in.
import matplotlib.pyplot as plt


def save_images(images, path):
    plt.figure(figsize=(15, 15))
    for i, image in enumerate(images):
        plt.subplot(1, len(images), i + 1)
        plt.imshow(image)
    plt.savefig(path)


def main(batches, losses):
    for step, images in enumerate(batches):
        save_images(images, "step%d.png" % step)
    fig = plt.figure()
    plt.imshow(images[0])
    fig.savefig("last.png")
    plt.close(fig)
    plt.plot(losses)
    plt.savefig("losses.png")

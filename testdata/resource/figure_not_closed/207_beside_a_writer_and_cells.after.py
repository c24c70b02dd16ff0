# %% A backend that only writes files: nobody looks at windows, whatever the cells of the file are
# run by. A writer closes the figure that it is given, and no other.
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt


def spectrogram(spec):
    fig, ax = plt.subplots(figsize=(10, 2))
    image = ax.imshow(spec)
    plt.colorbar(image, ax=ax)
    return fig


def save_mels(mel, path):
    plt.figure(figsize=(12, 6))  # expect: figure-not-closed[safe]
    plt.imshow(mel)
    plt.savefig(path)
    plt.close()


# %%
def validate(loader, writer):
    for i, mel in enumerate(loader):
        writer.add_figure("spec/%d" % i, spectrogram(mel))
        save_mels(mel, "mel_%d.png" % i)

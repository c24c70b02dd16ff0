# Reported at https://github.com/QitaoZhao/PoseFormerV2/issues/22
# One figure for each frame of a video, saved, not closed.
import matplotlib.gridspec as gridspec
import matplotlib.pyplot as plt
from tqdm import tqdm


def render(output, limbs, output_dir):
    for i in tqdm(range(len(output))):
        post_out = output[i]
        fig = plt.figure(figsize=(9.6, 5.4))  # expect: figure-not-closed[safe]
        gs = gridspec.GridSpec(1, 1)
        gs.update(wspace=-0.00, hspace=0.05)
        ax = plt.subplot(gs[0], projection="3d")
        for a, b in limbs:
            ax.plot(*zip(post_out[a], post_out[b]), lw=2)
        path = output_dir + "pose3D/" + ("%04d" % i) + "_3D.png"
        plt.savefig(path, dpi=200, format="png", bbox_inches="tight")

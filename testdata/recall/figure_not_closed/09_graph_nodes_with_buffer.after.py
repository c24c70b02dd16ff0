# Reported at https://github.com/Suzie1/ComfyUI_Comfyroll_CustomNodes/pull/135
# A node draws a chart into a buffer each time it runs; the figure is not closed.
import io

import matplotlib.pyplot as plt
import numpy as np
import torch
from PIL import Image


class CR_BarChart:
    FUNCTION = "draw"

    def draw(self, values, labels, colour):
        fig, ax = plt.subplots(figsize=(6, 4))  # expect: figure-not-closed[safe]
        ax.bar(labels, values, color=colour)
        ax.set_title("chart")
        buffer = io.BytesIO()
        plt.savefig(buffer, format="png")
        plt.close(fig)
        buffer.seek(0)
        image = np.array(Image.open(buffer).convert("RGB")).astype(np.float32) / 255.0
        return (torch.from_numpy(image)[None],)


def run_queue(prompts):
    for prompt in prompts:
        CR_BarChart().draw(prompt["values"], prompt["labels"], "blue")

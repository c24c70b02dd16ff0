# Reported at https://github.com/mapbox/robosat/pull/109
# The validation of a segmentation tool; outputs reach the metrics detached, but the graph
# is built first.
import torch
from tqdm import tqdm

from robo.metrics import Metrics


@torch.no_grad()
def validate(loader, num_classes, device, net, criterion):
    num_samples = 0
    running_loss = 0

    metrics = Metrics(range(num_classes))

    net.eval()

    for images, masks, tiles in tqdm(loader, desc="Validate", unit="batch", ascii=True):  # expect: no-grad-eval[unsafe]
        images = images.to(device)
        masks = masks.to(device)
        assert images.size()[2:] == masks.size()[1:], "resolutions are in sync"
        num_samples += int(images.size(0))
        outputs = net(images)
        loss = criterion(outputs, masks)
        running_loss += loss.item()
        for mask, output in zip(masks, outputs):
            prediction = output.detach()
            metrics.add(mask, prediction)

    assert num_samples > 0, "dataset contains validation images and labels"
    return {"loss": running_loss / num_samples, "miou": metrics.get_miou()}

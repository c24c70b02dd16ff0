# Reported at https://github.com/serend1p1ty/SeqNet/pull/14
# A demonstration script embeds one query and then a gallery of images; memory ran out.
import argparse
from glob import glob

import torch
from PIL import Image
from torchvision.transforms import functional as TF

from detector import SearchNet
from drawing import show


def main(args):
    device = torch.device("cuda")
    model = SearchNet(args.config)
    model.load_state_dict(torch.load(args.checkpoint)["model"])
    model.to(device)
    model.eval()

    query = [TF.to_tensor(Image.open(args.query)).to(device)]
    with torch.no_grad():
        query_feature = model(query)[0]["embedding"]  # expect: no-grad-eval[unsafe]

    with torch.no_grad():
        for path in sorted(glob(args.gallery)):  # expect: no-grad-eval[unsafe]
            image = [TF.to_tensor(Image.open(path)).to(device)]
            found = model(image)[0]
            boxes = found["boxes"].detach()
            scores = found["embeddings"].mm(query_feature.view(-1, 1)).squeeze()
            show(path, boxes.cpu().numpy(), scores.detach().cpu().numpy())


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--config")
    parser.add_argument("--checkpoint")
    parser.add_argument("--query", default="query.jpg")
    parser.add_argument("--gallery", default="gallery-*.jpg")
    main(parser.parse_args())

import torch


class Anomaly:
    def get_features(self, batch):
        self.extractor.eval()
        with torch.no_grad():
            features = self.extractor(batch)  # expect: no-grad-eval[unsafe]
        features = features.view(len(batch), -1).detach()
        reconstructed = self.autoencoder(features)
        return features, reconstructed

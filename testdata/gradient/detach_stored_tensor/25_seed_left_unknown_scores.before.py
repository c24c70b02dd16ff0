import torch


class Trainer:
    def validate(self, loader):
        all_st_ious, all_pred_bboxes = [], []
        for batch in loader:
            spatial_iou, sample_pred_bboxes = self.compare(batch)
            all_st_ious.append(spatial_iou)
            all_pred_bboxes.append(sample_pred_bboxes)
        return all_st_ious, all_pred_bboxes


class TelescopeAgg:
    def __init__(self):
        self.measurements = []

    def add_measurement(self, meas):
        self.measurements.append(meas)


class LossAgg:
    def __init__(self):
        self.losses = []

    def add_loss(self, loss):
        self.losses.append(loss)

    def total_loss(self):
        return sum(self.losses)

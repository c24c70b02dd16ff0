import torch


def reconstruct(vis, telescope, image, centers, meas_agg, current_rec, criterion, prediction):
    for sample_idx in range(len(centers)):
        measurement = telescope.measure(image, centers[sample_idx])
        vis.plot_meas_agg(meas_agg, current_rec)
        loss = criterion(prediction, measurement)
        loss.backward()

# Reported at https://github.com/facebookresearch/SlowFast/issues/109
# perform_test() runs a video network over many crops with gradients on; memory fell
# sharply with no_grad.
import torch


def perform_test(test_loader, model, test_meter, cfg):
    model.eval()
    test_meter.iter_tic()
    for cur_iter, (inputs, labels, video_idx, meta) in enumerate(test_loader):  # expect: no-grad-eval[unsafe]
        for i in range(len(inputs)):
            inputs[i] = inputs[i].cuda(non_blocking=True)
        labels = labels.cuda()
        video_idx = video_idx.cuda()
        preds = model(inputs)
        test_meter.iter_toc()
        test_meter.update_stats(preds.detach().cpu(), labels.detach().cpu(), video_idx.cpu())
        test_meter.log_iter_stats(cur_iter)
        test_meter.iter_tic()
    test_meter.finalize_metrics()
    test_meter.reset()

# Reported at https://github.com/growingnet/gromo/issues/135
# The output of a layer is stored for statistics without detach.
import torch


class MergeGrowingModule(torch.nn.Module):
    def __init__(self, post_merge_function):
        super().__init__()
        self.post_merge_function = post_merge_function
        self.store_activity = 0
        self.activity = None

    def forward(self, x):
        y = self.post_merge_function(x)
        if self.store_activity > 0:
            self.activity = y  # expect: forward-attr-retention[unsafe]
        return y

    def statistics(self):
        a = self.activity.flatten(0, -2)
        return float((a * a).mean())

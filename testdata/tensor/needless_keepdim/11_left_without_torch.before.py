# Another library of tensors.
import paddle

x = paddle.rand([4, 5])
a = x.mean(1, keepdim=True).squeeze(1)

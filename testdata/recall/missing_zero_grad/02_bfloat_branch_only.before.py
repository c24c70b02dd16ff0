# Reported at https://github.com/facebookresearch/nwm/issues/16
# The gradients are reset only where half precision is off.
import torch


def train(args, model, diffusion, opt, scaler, loader):
    for x, y in loader:
        x = x.to("cuda")
        with torch.amp.autocast("cuda", enabled=args.bfloat_enable, dtype=torch.bfloat16):
            loss = diffusion.training_losses(model, x, y)["loss"].mean()

        if not args.bfloat_enable:
            opt.zero_grad()
            loss.backward()
            opt.step()
        else:
            scaler.scale(loss).backward()  # expect: missing-zero-grad[unsafe]
            if args.grad_clip_val > 0:
                scaler.unscale_(opt)
                torch.nn.utils.clip_grad_norm_(model.parameters(), args.grad_clip_val)
            scaler.step(opt)
            scaler.update()

# What is put into evaluation mode and called is a module, whatever it is called. A data frame that
# evaluates text is none.
import torch


@torch.no_grad()
def rescore(lm, candidates, alpha):
    lm.eval()
    scored = []
    for tokens in candidates:  # expect: no-grad-eval[unsafe]
        log_probs = lm(torch.tensor(tokens))
        best = log_probs.gather(-1, torch.tensor(tokens)).sum()
        scored.append(alpha * best.item())
    return scored


def select(frame, columns):
    frame.eval("a = b + c")
    kept = []
    for column in columns:
        kept.append(frame(column).sum().item())
    return kept

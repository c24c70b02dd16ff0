// The age of the PyTorch that a program is written for.
#pragma once

namespace mlfix {

class SemanticModel;

// Does the file, or one that it imports (directly or through others), use what PyTorch gave up
// with 0.4: Variable, volatile? Then it is run with a version of about that age, as far as anybody
// can tell: without torch.no_grad() as a decorator (since 0.4.1) and without
// backward(inputs=…) (since 1.8). Not where its own annotations (`int | None`) are younger than
// all of these. O(the text and files that it imports, at most 40).
bool is_written_for_old_torch(const SemanticModel& model);

// Does the file say `volatile`, by which gradients were switched off before 0.4?
bool says_volatile(const SemanticModel& model);

}  // namespace mlfix

// Files that handle tensors of PyTorch.
#pragma once

namespace mlfix {

class SemanticModel;

// Does the file import torch? Or does it detach what others give it, without a word of torch and
// without a framework whose arrays have such a method, too? Linear in the file, once.
bool handles_tensors(const SemanticModel& model);

}  // namespace mlfix

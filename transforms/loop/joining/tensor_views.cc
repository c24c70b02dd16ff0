// Words and not facts of the knowledge tables: a function that is missing there gives no
// tensor that is known, one that is missing here would pass for a copy.

#include "transforms/loop/joining/tensor_views.h"

#include <algorithm>
#include <array>

namespace mlfix {
namespace {

// Functions and methods whose result may share the storage of an argument
// without being smaller than it.
constexpr auto kWholeViews = std::to_array<std::string_view>({"to",           "cpu",
                                                              "cuda",         "float",
                                                              "double",       "half",
                                                              "bfloat16",     "long",
                                                              "int",          "bool",
                                                              "byte",         "short",
                                                              "type",         "type_as",
                                                              "view",         "view_as",
                                                              "reshape",      "reshape_as",
                                                              "contiguous",   "flatten",
                                                              "unflatten",    "squeeze",
                                                              "unsqueeze",    "permute",
                                                              "transpose",    "t",
                                                              "swapaxes",     "swapdims",
                                                              "movedim",      "moveaxis",
                                                              "detach",       "ravel",

                                                              "pin_memory",   "conj",
                                                              "adjoint",      "positive",
                                                              "dropout",      "clone_or_self",
                                                              "view_as_real", "view_as_complex"});

// Those that may show a part of it, spread it, or look into foreign memory.
constexpr auto kOtherViews = std::to_array<std::string_view>({"narrow",
                                                              "select",
                                                              "diagonal",
                                                              "expand",
                                                              "expand_as",
                                                              "broadcast_to",
                                                              "as_strided",
                                                              "unfold",
                                                              "real",
                                                              "imag",
                                                              "as_tensor",
                                                              "asarray",
                                                              "from_numpy",
                                                              "frombuffer",
                                                              "einsum",
                                                              "chunk",
                                                              "split",
                                                              "unbind",
                                                              "tensor_split",
                                                              "hsplit",
                                                              "vsplit",
                                                              "coalesce",
                                                              "to_dense",
                                                              "to_sparse",
                                                              "mps",
                                                              "xpu",
                                                              "refine_names",
                                                              "rename",
                                                              "align_to",
                                                              "numpy",
                                                              "__array__",
                                                              "share_memory_",
                                                              "char",
                                                              "new",
                                                              "dropout1d",
                                                              "dropout2d",
                                                              "dropout3d",
                                                              "alpha_dropout",
                                                              "feature_alpha_dropout",
                                                              "pixel_shuffle",
                                                              "pixel_unshuffle",
                                                              "max",
                                                              "min",
                                                              "sort",
                                                              "topk"});

}  // namespace

bool is_whole_view(std::string_view word) {
  return std::ranges::find(kWholeViews, word) != kWholeViews.end();
}

bool is_other_view(std::string_view word) {
  return std::ranges::find(kOtherViews, word) != kOtherViews.end();
}

}  // namespace mlfix

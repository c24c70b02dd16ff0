#include "semantic/control/script_cells.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "semantic/semantic_model.h"

namespace mlfix {

bool is_run_in_cells(const SemanticModel& model) {
  // In code: marks of editors, and what Jupyter writes when it exports a notebook.
  constexpr std::array<std::string_view, 4> kMarks = {"# %%", "#%%", "# In[", "get_ipython"};
  const std::string_view text = model.tree().source();
  return model.is_notebook() || std::ranges::any_of(kMarks, [&](std::string_view mark) {
           return text.find(mark) != std::string_view::npos;
         });
}

}  // namespace mlfix

// What IPython adds to Python, made readable for a Python parser.
//
//     %matplotlib inline        0
//     %time train(model)        pass; train(model)
//     %timeit f(x)              _(f,x)
//     %run setup.py, unknown    exec()
//     files = !ls               files = _()
//     model?                    0
//     %%time  (first line)      left out, the rest is Python
//     %%timeit                  the whole cell is opaque: _(every name in it)
//     %%cython, unknown ones    the same, and it may bind any name: exec(…)
//     %%bash, %%html …          no Python at all
//
// What takes the place of a magic has its length, so that every offset stays
// what it was, and is marked: no fix touches it and no finding is about it.
// Names that a magic mentions stay visible as arguments of an unknown call,
// because it may do anything with them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/text_range.h"

namespace mlfix {

enum class CellKind : std::uint8_t {
  Python,
  Opaque,   // uses names, but not as Python that we read
  Binding,  // the same, and may bind any name
  Foreign,  // another language
  Empty,    // nothing, or only blank space
};

struct ReadableCell {
  CellKind kind = CellKind::Empty;
  // The Python of the cell: the source from `begin` on, magics replaced.
  std::string text;
  Offset begin = 0;               // in the source: after a cell magic, after __future__ imports
  std::vector<TextRange> opaque;  // places in `text` that were replaced
};

// Linear in the size of the source.
ReadableCell readable_cell(std::string_view source);

// May a module that is imported after the cell be another than the one that lies beside the
// notebook: does the cell change the folder that the notebook runs in, write a module, or fetch a
// repository?
bool may_move_imports(std::string_view source);

// An expression statement, in one line, that gives every name in `source` to a
// call of which nothing is known; to `exec` when `may_bind`.
std::string opaque_statement(std::string_view source, bool may_bind);

}  // namespace mlfix

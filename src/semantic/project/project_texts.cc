// Flat trees are kept, without the parser's own: text and tree take about eight
// bytes for each byte of Python. The bound is above the size of most
// repositories, and far below what would be felt.

#include "semantic/project/project_texts.h"

#include "semantic/project_entity.h"

namespace mlfix {
namespace {

constexpr std::size_t kMaxBytes = 96u << 20;

std::size_t memory_of(const ParsedText& text) {
  return text.text.size() + text.tree.memory();
}

}  // namespace

std::shared_ptr<const ParsedText> Project::Texts::find(FileIndex file) {
  const std::lock_guard lock(mutex_);
  const auto known = places_.find(file);
  if (known == places_.end()) return nullptr;
  recent_.splice(recent_.begin(), recent_, known->second);
  return recent_.front().second;
}

void Project::Texts::keep(FileIndex file, std::shared_ptr<const ParsedText> text) {
  const std::lock_guard lock(mutex_);
  if (places_.contains(file)) return;
  bytes_ += memory_of(*text);
  recent_.emplace_front(file, std::move(text));
  places_.emplace(file, recent_.begin());
  while (bytes_ > kMaxBytes) {
    bytes_ -= memory_of(*recent_.back().second);
    places_.erase(recent_.back().first);
    recent_.pop_back();
  }
}

void Project::Texts::drop(FileIndex file) {
  const std::lock_guard lock(mutex_);
  const auto known = places_.find(file);
  if (known == places_.end()) return;
  bytes_ -= memory_of(*known->second->second);
  recent_.erase(known->second);
  places_.erase(known);
}

std::shared_ptr<const Bindings> Project::Texts::bindings_of(FileIndex file, const SyntaxTree& tree,
                                                            WorkBudget& work) {
  {
    const std::lock_guard lock(mutex_);
    const auto known = bindings_.find(file);
    auto shared = known == bindings_.end() ? nullptr : known->second.lock();
    if (shared && &shared->tree() == &tree) {
      work.spend(shared->cost());
      return shared;
    }
  }
  auto made = std::make_shared<const Bindings>(tree, work);
  const std::lock_guard lock(mutex_);
  bindings_.insert_or_assign(file, made);
  return made;
}

}  // namespace mlfix

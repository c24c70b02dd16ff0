// Cells and their propagation; see fact_solver.h.

#include "semantic/facts/fact_solver.h"

#include "semantic/binding/binding.h"
#include "semantic/knowledge/facts.h"
#include "semantic/model_caches.h"

namespace mlfix {

// ---- the arithmetic of values --------------------------------------------------

Value certain(FactSet facts) {
  const FactSet all = with_implied(facts);
  return {true, {all, all, {}}, {}};
}

Value possible(FactSet facts) {
  return {true, {{}, with_implied(facts), {}}, {}};
}

namespace {

Facts either(const Facts& a, const Facts& b) {
  return {a.must & b.must, a.may | b.may, a.weak | b.weak};
}

}  // namespace

void normalise(Facts& facts) {
  facts.may |= facts.must;
  if (facts.must.has(Fact::GradTensor)) facts.may = facts.may - FactSet(Fact::NoGraph);
}

void join(Value& into, const Value& other) {
  if (!other.resolved) return;
  if (!into.resolved) {
    into = other;
    return;
  }
  into.facts = either(into.facts, other.facts);
  into.element = either(into.element, other.element);
}

Value weakened(Value value) {
  value.facts.must = {};
  value.element.must = {};
  return value;
}

Value element_of(const Value& v) {
  if (!v.resolved) return v;
  constexpr FactSet kOfTensor =
      Fact::Tensor | Fact::GradTensor | FactSet(Fact::NoGraph) | FactSet(Fact::IntTensor);
  Value result = unknown_value();
  result.facts = v.element;
  if (v.facts.must_be(Fact::Tensor)) {
    result.facts = {v.facts.must & kOfTensor, v.facts.may & kOfTensor, v.facts.weak & kOfTensor};
    return result;
  }
  constexpr FactSet kCarried = kOfTensor | FactSet(Fact::Module) | FactSet(Fact::Optimizer) |
                               FactSet(Fact::NdArray) | FactSet(Fact::Parameter) |
                               FactSet(Fact::DataLoader) | FactSet(Fact::Engine) |
                               FactSet(Fact::Figure) | FactSet(Fact::Axes);
  result.facts.may |= v.facts.may & kCarried;
  result.facts.weak |= v.facts.weak & kCarried;
  const FactSet batch = Fact::Tensor | FactSet(Fact::NoGraph);
  if (v.facts.must_be(Fact::NoGraph) && !v.facts.may_be(Fact::Container)) {
    result.facts.must |= Fact::NoGraph;
  }
  if (v.facts.must_be(Fact::DataLoader)) result.facts.must |= Fact::NoGraph;
  if (v.facts.may_be(Fact::DataLoader)) result.facts.may |= batch;
  if (v.facts.weak.has(Fact::DataLoader)) result.facts.weak |= batch;
  return result;
}

// ---- propagation ---------------------------------------------------------------

FactSolver::FactSolver(const SemanticModel& model, NamesCache& names, FactsCache& cache)
    : model_(model),
      tree_(model.tree()),
      work_(model.work()),
      bindings_(model.bindings()),
      knowledge_(model.knowledge()),
      names_(model, names),
      calls_(model, names),
      cache_(cache) {}

FactSolver::CellId FactSolver::new_cell(FactCell::Place place) {
  const auto id = static_cast<CellId>(cache_.cells.size());
  cache_.cells.push_back({place, false, false, false, {}, {}});
  return id;
}

FactSolver::CellId FactSolver::definition_cell(DefId d) {
  if (cache_.definition_cells.empty()) {
    cache_.definition_cells.assign(bindings_.definition_count(), kNone);
  }
  CellId& cell = cache_.definition_cells[d];
  if (cell == kNone) {
    cell = new_cell({FactCell::Kind::Definition, d, -1, {}});
  }
  return cell;
}

FactSolver::CellId FactSolver::return_cell(NodeId function, int position) {
  const std::uint64_t key = (std::uint64_t{function} << 32) | static_cast<std::uint32_t>(position);
  const auto [entry, is_new] = cache_.return_cells.try_emplace(key, kNone);
  if (is_new) {
    entry->second = new_cell({FactCell::Kind::Return, function, position, {}});
  }
  return entry->second;
}

// What the variable of the definition holds at any time, where no flow tells when it does; or
// kNone.
FactSolver::CellId FactSolver::variable_cell(DefId d) {
  const Variable& variable = bindings_.variable_of(d);
  if (!variable.declared_global) return kNone;
  const auto [entry, is_new] = cache_.variable_cells.try_emplace(&variable, kNone);
  if (is_new && is_assigned_elsewhere(variable)) {
    entry->second = new_cell({FactCell::Kind::Variable, variable.definitions.front(), -1, {}});
  }
  return entry->second;
}

FactSolver::CellId FactSolver::attribute_cell(NodeId klass, std::string_view name) {
  auto of_name = cache_.attribute_cells.find(name);
  if (of_name == cache_.attribute_cells.end())
    of_name = cache_.attribute_cells.try_emplace(std::string(name)).first;
  const auto [entry, is_new] = of_name->second.try_emplace(klass, kNone);
  if (is_new) entry->second = new_cell({FactCell::Kind::Attribute, klass, -1, of_name->first});
  return entry->second;
}

Value FactSolver::read(CellId c) {
  FactCell& cell = cache_.cells[c];
  if (cell.final) return cell.value;
  if (reader_ != kNone && (cell.readers.empty() || cell.readers.back() != reader_)) {
    cell.readers.push_back(reader_);
  }
  if (!cell.active) {
    cell.active = true;
    cell.queued = true;
    fresh_.push_back(c);
    active_.push_back(c);
  }
  return cell.value;
}

void FactSolver::evaluate(CellId c) {
  work_.spend();
  cache_.cells[c].queued = false;
  reader_ = c;
  const FactCell::Place place = cache_.cells[c].place;
  Value next = compute(place);
  reader_ = kNone;
  FactCell& cell = cache_.cells[c];  // compute may have moved the cells
  join(next, cell.value);
  if (next == cell.value) return;
  cell.value = next;
  work_.spend(cell.readers.size());
  for (const CellId reader : cell.readers) {
    if (cache_.cells[reader].queued) continue;
    cache_.cells[reader].queued = true;
    next_round_.push_back(reader);
  }
}

void FactSolver::finish(CellId c) {
  FactCell& cell = cache_.cells[c];
  cell.final = true;
  cell.readers = {};
  cell.value.resolved = true;
  normalise(cell.value.facts);
  normalise(cell.value.element);
}

std::optional<FactSolver::CellId> FactSolver::next_unsettled() {
  if (fresh_.empty() && round_.empty()) round_.swap(next_round_);
  std::vector<CellId>& from = fresh_.empty() ? round_ : fresh_;
  if (from.empty()) return std::nullopt;
  const CellId c = from.back();
  from.pop_back();
  return c;
}

void FactSolver::settle() {
  while (const auto c = next_unsettled()) evaluate(*c);
  for (const CellId c : active_) finish(c);
  active_.clear();
}

Value FactSolver::query(NodeId expr) {
  Value value = eval(expr);
  while (!active_.empty()) {
    settle();
    value = eval(expr);
  }
  cache_.settled.merge(values_);
  return value;
}

Facts FactSolver::facts(NodeId expr) {
  work_.spend();
  if (expr == kNoNode) return {};
  if (const auto& known = cache_.expressions.at(expr)) return *known;
  Facts facts = query(expr).facts;
  normalise(facts);
  cache_.expressions.set(expr, facts);
  return facts;
}

Facts FactSolver::facts_of(DefId d) {
  const CellId c = definition_cell(d);
  read(c);
  settle();
  return cache_.cells[c].value.facts;
}

Facts FactSolver::element_facts(NodeId expr) {
  if (expr == kNoNode) return {};
  Value value = iterate(expr, {}, 0);
  while (!active_.empty()) {
    settle();
    value = iterate(expr, {}, 0);
  }
  normalise(value.facts);
  return value.facts;
}

Value FactSolver::returned(NodeId function) {
  const CellId c = return_cell(function, -1);
  read(c);
  settle();
  Value value = cache_.cells[c].value;
  return model_.is_generator(function) ? possible(Fact::Container) : value;
}

Facts FactSolver::returned_part(NodeId function, int position) {
  const CellId c = return_cell(function, position);
  read(c);
  settle();
  Facts facts = cache_.cells[c].value.facts;
  normalise(facts);
  return facts;
}

Facts FactSolver::attribute_facts(NodeId klass, std::string_view name) {
  const CellId c = attribute_cell(klass, name);
  read(c);
  settle();
  return cache_.cells[c].value.facts;
}

// ---- the façade ----------------------------------------------------------------

Facts SemanticModel::facts(NodeId expr) const {
  return FactSolver(*this, caches_->names, caches_->facts).facts(expr);
}

std::pair<Facts, Facts> SemanticModel::returned_facts(NodeId function) const {
  const Value value = FactSolver(*this, caches_->names, caches_->facts).returned(function);
  return {value.facts, value.element};
}

Facts SemanticModel::attribute_facts(NodeId klass, std::string_view name) const {
  return FactSolver(*this, caches_->names, caches_->facts).attribute_facts(klass, name);
}

Facts SemanticModel::facts_of(DefId def) const {
  if (def == kNone) return {};
  return FactSolver(*this, caches_->names, caches_->facts).facts_of(def);
}

Facts SemanticModel::element_facts(NodeId expr) const {
  return FactSolver(*this, caches_->names, caches_->facts).element_facts(expr);
}

}  // namespace mlfix

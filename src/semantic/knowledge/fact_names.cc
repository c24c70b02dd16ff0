// The names of facts, as the knowledge tables and messages write them, and what
// one fact says about others.

#include <array>
#include <utility>

#include "semantic/knowledge/facts.h"

namespace mlfix {
namespace {

// In code: the names of an enumeration. Tables declare facts of their own.
constexpr std::array<std::pair<Fact, std::string_view>, kFacts> kNames = {{
    {Fact::Tensor, "Tensor"},
    {Fact::GradTensor, "GradTensor"},
    {Fact::NoGraph, "NoGraph"},
    {Fact::Number, "Number"},
    {Fact::NdArray, "NdArray"},
    {Fact::String, "String"},
    {Fact::None, "None"},
    {Fact::Module, "Module"},
    {Fact::Loss, "Loss"},
    {Fact::Optimizer, "Optimizer"},
    {Fact::Scheduler, "Scheduler"},
    {Fact::GradScaler, "GradScaler"},
    {Fact::DataLoader, "DataLoader"},
    {Fact::Dataset, "Dataset"},
    {Fact::Parameter, "Parameter"},
    {Fact::Container, "Container"},
    {Fact::HookHandle, "HookHandle"},
    {Fact::Figure, "Figure"},
    {Fact::Axes, "Axes"},
    {Fact::ProcessGroup, "ProcessGroup"},
    {Fact::KerasModel, "KerasModel"},
    {Fact::Callable, "Callable"},
    {Fact::ScalarTensor, "ScalarTensor"},
    {Fact::Frozen, "Frozen"},
    {Fact::Bounded, "Bounded"},
    {Fact::Engine, "Engine"},
    {Fact::TrackedMeter, "TrackedMeter"},
    {Fact::IntTensor, "IntTensor"},
}};

}  // namespace

std::string_view fact_name(Fact f) {
  for (const auto& [fact, name] : kNames) {
    if (fact == f) return name;
  }
  return "";
}

FactSet fact_from_name(std::string_view name) {
  for (const auto& [fact, text] : kNames) {
    if (text == name) return fact;
  }
  return {};
}

FactSet with_implied(FactSet facts) {
  if (facts.has_any(Fact::Parameter | Fact::GradTensor | Fact::IntTensor | Fact::ScalarTensor)) {
    facts |= Fact::Tensor;
  }
  if (facts.has_any(Fact::IntTensor | Fact::Number | Fact::NdArray | Fact::String | Fact::None)) {
    facts |= Fact::NoGraph;
  }
  if (facts.has(Fact::Frozen)) facts |= Fact::Module;
  return facts;
}

}  // namespace mlfix

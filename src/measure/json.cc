// An ordered document, so that two of them compare with diff.

#include "measure/json.h"

#include <nlohmann/json.hpp>

#include "text/foreign_text.h"

namespace mlfix {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kMeasureVersion = 1;

std::string_view ending_label(Ending ending) {
  switch (ending) {
    case Ending::Itself:
      return "itself";
    case Ending::TimeLimit:
      return "time-limit";
    case Ending::Interrupted:
      return "interrupted";
  }
  return "itself";
}

Json series_json(const Series& series) {
  const CurveFigures figures = figures_of(series);
  Json points = Json::array();
  for (const Point& point : series) points.push_back({point.seconds, point.value});
  return {{"peak", figures.peak},
          {"end", figures.end},
          {"growth_per_minute", figures.per_minute ? Json(*figures.per_minute) : Json(nullptr)},
          {"points", std::move(points)}};
}

Json run_json(const MeasuredRun& run) {
  Json measured = Json::object();
  for (const QuantityInfo& info : quantities()) {
    const auto found = run.series.find(info.quantity);
    if (found != run.series.end()) measured[std::string(info.id)] = series_json(found->second);
  }
  const bool itself = run.ending == Ending::Itself;
  return {{"ended_by", ending_label(run.ending)},
          {"status", itself ? Json(run.status) : Json(nullptr)},
          {"seconds", run.seconds},
          {"measured", std::move(measured)}};
}

Json fix_json(const AppliedFix& fix) {
  Json json = {{"path", fix.path}};
  if (fix.cell) json["cell"] = *fix.cell;
  json.update({{"line", fix.line},
               {"rule", fix.rule},
               {"severity", fix.severity},
               {"applicability", fix.level},
               {"message", fix.message},
               {"fix", fix.title}});
  return json;
}

}  // namespace

std::string measure_json(const Comparison& comparison) {
  Json fixes = Json::array();
  for (const AppliedFix& fix : comparison.fixes) fixes.push_back(fix_json(fix));
  const Json document = {
      {"version", kMeasureVersion},
      {"command", comparison.command},
      {"interval_seconds", std::chrono::duration<double>(comparison.interval).count()},
      {"fixes", std::move(fixes)},
      {"before", run_json(comparison.before)},
      {"after", run_json(comparison.after)}};
  return json_visible(document.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace mlfix

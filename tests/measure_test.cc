// What measuring computes: parsers, statistics, amounts and pictures.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/measure_options.h"
#include "measure/amounts.h"
#include "measure/gpu_probe.h"
#include "measure/json.h"
#include "measure/page.h"
#include "measure/process_table.h"
#include "measure/statistics.h"
#include "measure/svg_chart.h"
#include "measure/tensor_probe.h"
#include "measure/terminal_chart.h"
#include "measure/text.h"

namespace mlfix::measure_test {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

using Bytes = std::map<pid_t, std::uint64_t>;

// `count` samples, a second apart.
template <typename Value>
Series series_of(int count, Value value) {
  Series series;
  for (int i = 0; i < count; ++i) series.push_back({double(i), double(value(i))});
  return series;
}

TEST(ProcessTable, ReadsNumberParentAndState) {
  EXPECT_EQ(parse_stat("12 (python3) S 7 12 12 0 -1 4194304 1"),
            (ProcessEntry{12, 7, false, false}));
  EXPECT_EQ(parse_stat("12 (python3) Z 7 12 12 0 -1 4194308"), (ProcessEntry{12, 7, true, true}));
  EXPECT_EQ(parse_stat("12 (python3) R 7 12 12 0 -1 4194308"), (ProcessEntry{12, 7, false, true}));
}

TEST(ProcessTable, LetsNamesHoldAnything) {
  EXPECT_EQ(parse_stat("12 (a) R 99 (b) c\n) S 7 1 2 3 4 0"), (ProcessEntry{12, 7, false, false}));
}

TEST(ProcessTable, RefusesWhatIsCutOff) {
  for (const char* text : {"", "12", "12 (python3", "12 (python3) ", "12 (python3) S",
                           "12 (python3) S 7 1 2 3", "x (y) S 1"}) {
    EXPECT_EQ(parse_stat(text), std::nullopt) << text;
  }
}

TEST(ProcessTable, FindsDescendantsAndLeavesOthersApart) {
  const std::vector<ProcessEntry> all = {
      {1, 0, false, false},  {10, 1, false, false},  {11, 10, false, false}, {12, 11, true, false},
      {13, 1, false, false}, {14, 10, false, false}, {15, 14, false, false}};
  EXPECT_THAT(descendants(all, 10, {14}), UnorderedElementsAre(ProcessEntry{11, 10, false, false},
                                                               ProcessEntry{12, 11, true, false}));
  EXPECT_THAT(descendants(all, 15, {}), IsEmpty());
}

TEST(ProcessTable, ReadsTheRollup) {
  const std::string text =
      "55bf84558000-7ffddf64c000 ---p 00000000 00:00 0  [rollup]\n"
      "Rss:                1616 kB\nPss:                 186 kB\nPss_Dirty:           112 kB\n";
  EXPECT_EQ(parse_smaps_rollup(text), (MemoryUse{1616 * 1024, 186 * 1024}));
  EXPECT_EQ(parse_smaps_rollup("x\nRss: 1 kB\n"), std::nullopt);
  EXPECT_EQ(parse_smaps_rollup(""), std::nullopt);
}

TEST(ProcessTable, ReadsResidentPages) {
  EXPECT_EQ(parse_statm("1000 25 3 1 0 40 0\n", 4096), 25 * 4096U);
  EXPECT_EQ(parse_statm("1000", 4096), std::nullopt);
}

TEST(ProcessTable, SeesThisProcess) {
  const auto use = memory_use(getpid());
  ASSERT_TRUE(use);
  EXPECT_GT(use->pss, 0U);
  EXPECT_GE(use->rss, use->pss);
  EXPECT_GT(resident_bytes(getpid()).value_or(0), 0U);
}

TEST(GpuLine, HoldsBytesByProcess) {
  EXPECT_EQ(parse_gpu_line("12:100 13:5 12:1"), (Bytes{{12, 101}, {13, 5}}));
  EXPECT_EQ(parse_gpu_line(""), Bytes{});
  EXPECT_EQ(parse_gpu_line("12:"), std::nullopt);
  EXPECT_EQ(parse_gpu_line("twelve"), std::nullopt);
}

TEST(TensorSamples, LeaveOutWhatIsUnknownOrCutOff) {
  const SeriesMap samples = parse_samples("1.5 100 - - - - -\n2.5 200 3 40 5 - -\nbad\n3.5 300 4");
  EXPECT_THAT(samples.at(Quantity::Heap), ElementsAre(Point{1.5, 100}, Point{2.5, 200}));
  EXPECT_THAT(samples.at(Quantity::Graph), ElementsAre(Point{2.5, 5}));
  EXPECT_FALSE(samples.contains(Quantity::CudaAllocated));
}

TEST(TensorSamples, OfSeveralProcessesAddUpWhileTheyLive) {
  const std::vector<Series> processes = {{{0, 1}, {4, 3}}, {{2, 10}, {3, 20}}};
  EXPECT_THAT(sum_of(processes), ElementsAre(Point{0, 1}, Point{2, 11}, Point{3, 21}, Point{4, 3}));
}

TEST(Statistics, ALineGrowsByItsSlope) {
  const CurveFigures figures = figures_of(series_of(61, [](int i) { return 100 + 2 * i; }));
  EXPECT_EQ(figures.peak, 220);
  EXPECT_NEAR(figures.per_minute.value(), 120, 1e-6);
}

TEST(Statistics, WhatEndsInTheFirstHalfIsNoGrowth) {
  const CurveFigures figures = figures_of(series_of(100, [](int i) { return std::min(i, 40); }));
  EXPECT_NEAR(figures.per_minute.value(), 0, 1e-6);
}

TEST(Statistics, TheEndIsNotTheLastSample) {
  const CurveFigures figures = figures_of(series_of(100, [](int i) { return i == 99 ? 1 : 500; }));
  EXPECT_EQ(figures.end, 500);
}

TEST(Statistics, AFewSamplesHaveNoSlope) {
  EXPECT_EQ(figures_of(series_of(6, [](int i) { return i; })).per_minute, std::nullopt);
  const CurveFigures one = figures_of({{0.5, 7}});
  EXPECT_EQ(one, (CurveFigures{7, 7, std::nullopt}));
}

TEST(Statistics, SamplesOfOneMomentHaveNoSlope) {
  EXPECT_EQ(figures_of(Series(20, Point{1, 5})).per_minute, std::nullopt);
}

TEST(Amounts, AreShort) {
  EXPECT_EQ(amount_text(0, true), "0 B");
  EXPECT_EQ(amount_text(999, true), "999 B");
  EXPECT_EQ(amount_text(999.9, true), "1.00 kB");
  EXPECT_EQ(amount_text(61.25e6, true), "61.2 MB");
  EXPECT_EQ(amount_text(1.5e9, true), "1.50 GB");
  EXPECT_EQ(amount_text(7e15, true), "7000 TB");
  EXPECT_EQ(amount_text(12, false), "12");
  EXPECT_EQ(amount_text(1234567, false), "1,234,567");
  EXPECT_EQ(amount_text(-1234, false), "-1,234");
}

TEST(Amounts, OfGrowthAndChangeHaveASign) {
  EXPECT_EQ(growth_text(120e6, true), "+120 MB/min");
  EXPECT_EQ(growth_text(-3, false), "-3/min");
  EXPECT_EQ(growth_text(std::nullopt, true), "-");
  EXPECT_EQ(change_text(200, 50), "-75 %");
  EXPECT_EQ(change_text(200, 300), "+50 %");
  EXPECT_EQ(change_text(0, 300), "-");
}

TEST(Amounts, OfTime) {
  EXPECT_EQ(duration_text(0.84), "0.8 s");
  EXPECT_EQ(duration_text(80), "1 min 20 s");
  EXPECT_EQ(duration_text(7500), "2 h 5 min");
}

TEST(Amounts, OfTimeOnAnAxis) {
  EXPECT_EQ(tick_time_text(0.5), "0.5 s");
  EXPECT_EQ(tick_time_text(20), "20 s");
  EXPECT_EQ(tick_time_text(100), "1 min 40 s");
  EXPECT_EQ(tick_time_text(600), "10 min");
  EXPECT_EQ(tick_time_text(7200), "2 h");
}

TEST(Amounts, AxesHaveRoundNumbers) {
  EXPECT_THAT(axis_ticks(612, 4), ElementsAre(0, 200, 400, 600, 800));
  EXPECT_THAT(axis_ticks(1000, 4), ElementsAre(0, 500, 1000));
  EXPECT_THAT(axis_ticks(0, 4), ElementsAre(0, 1));
}

TEST(Durations, HaveUnits) {
  using std::chrono::milliseconds;
  EXPECT_EQ(parse_duration("200ms"), milliseconds(200));
  EXPECT_EQ(parse_duration("1.5s"), milliseconds(1500));
  EXPECT_EQ(parse_duration("10m"), milliseconds(600'000));
  EXPECT_EQ(parse_duration("2h"), milliseconds(7'200'000));
  EXPECT_EQ(parse_duration("3"), milliseconds(3000));
  for (const char* text : {"", "0", "-1s", "0.1ms", "1d", "ten", "1 s", "1e9", "99999h", "nan"}) {
    EXPECT_EQ(parse_duration(text), std::nullopt) << text;
  }
}

TEST(AreaChart, FillsBelowTheCurve) {
  const Series series = {{0, 0}, {1, 8}, {2, 16}, {3, 12}};
  EXPECT_THAT(area_chart(series, {4, 16}, {4, 2}, true),
              ElementsAre("  \u2588\u2584", " \u2588\u2588\u2588"));
  EXPECT_THAT(area_chart(series, {4, 16}, {4, 2}, false), ElementsAre("  #.", " ###"));
}

TEST(AreaChart, EndsWhereTheCurveEnds) {
  EXPECT_THAT(area_chart({{0, 4}, {1, 4}}, {4, 4}, {8, 1}, false), ElementsAre("###"));
}

TEST(AreaChart, BridgesColumnsWithoutASample) {
  EXPECT_THAT(area_chart({{0, 4}, {3.9, 4}}, {4, 4}, {8, 1}, false), ElementsAre("########"));
}

TEST(AreaChart, ShowsWhatIsLittle) {
  EXPECT_THAT(area_chart({{0, 1}}, {1, 1e9}, {1, 2}, true), ElementsAre("", "\u2581"));
}

TEST(AreaChart, OfNothingIsEmpty) {
  EXPECT_THAT(area_chart({}, {1, 1}, {5, 3}, true), AllOf(SizeIs(3), Each("")));
  EXPECT_THAT(area_chart({{0, 0}}, {1, 0}, {5, 3}, true), AllOf(SizeIs(3), Each("")));
}

ComparedQuantity memory(const Series& before, const Series& after) {
  return {&quantities().front(), &before, &after};
}

std::size_t points_in(const std::string& svg) {
  return static_cast<std::size_t>(std::count(svg.begin(), svg.end(), ','));
}

TEST(SvgChart, ThinsLongRunsAndKeepsTheirPeaks) {
  const Series flat = {{0, 10}};
  const Series spiky = series_of(10'000, [](int i) { return i == 5000 ? 1000 : 10; });
  const std::string svg = svg_chart(memory(spiky, flat));
  EXPECT_LT(points_in(svg), 500U);
  // The top of the axis, where a point of 1000 lies.
  EXPECT_THAT(svg, HasSubstr(",14.0 "));
}

TEST(SvgChart, DrawsTwoEqualCurves) {
  const Series flat = {{0, 10}, {5, 10}};
  const std::string svg = svg_chart(memory(flat, flat));
  EXPECT_THAT(svg, HasSubstr("curve before"));
  EXPECT_THAT(svg, HasSubstr("curve after"));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
}

Comparison example() {
  Comparison comparison;
  comparison.command = {"python", "train.py", "<tag>&"};
  comparison.interval = std::chrono::milliseconds(200);
  comparison.fixes.push_back({"some-rule", "high", "safe", "a<b>.py", {}, 12, "keeps x", "drop x"});
  comparison.diff = "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-x < 1\n+x\n";
  comparison.before.series[Quantity::Pss] = series_of(60, [](int i) { return 1e8 + 1e6 * i; });
  comparison.before.seconds = 60;
  comparison.after.series[Quantity::Pss] = series_of(60, [](int) { return 1e8; });
  comparison.after.seconds = 58;
  return comparison;
}

TEST(MeasureText, SetsBothRunsSideBySide) {
  const std::string text = measure_text(example(), {Paint(false), 80, false});
  EXPECT_THAT(text, HasSubstr("a<b>.py:12: some-rule"));
  EXPECT_THAT(text, HasSubstr("memory (PSS): peak              159 MB        100 MB     -37 %"));
  EXPECT_THAT(text, HasSubstr("growth                  +60.0 MB/min      +0 B/min"));
  EXPECT_THAT(text, HasSubstr("before |"));
}

TEST(MeasureText, IsAsciiWhereTheTerminalIs) {
  const std::string text = measure_text(example(), {Paint(false), 80, false});
  EXPECT_TRUE(std::ranges::all_of(text, [](char c) { return c > 0; }));
}

TEST(MeasureText, FitsTheTerminal) {
  const std::string text = measure_text(example(), {Paint(false), 64, false});
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    EXPECT_LE(text.find('\n', at) - at, 66U);
  }
}

TEST(MeasureText, ShowsHowARunFailed) {
  MeasuredRun run;
  run.status = 137;
  run.seconds = 3;
  run.last_lines = {"Killed\x1b[31m"};
  EXPECT_EQ(
      failure_text(run, "before", Paint(false)),
      "mlfix: the run before failed: killed by signal 9 after 3.0 s\n  | Killed\xEF\xBF\xBD[31m\n");
}

TEST(MeasureJson, HasEverySample) {
  const auto json = nlohmann::json::parse(measure_json(example()));
  EXPECT_EQ(json["version"], 1);
  EXPECT_EQ(json["command"].size(), 3U);
  EXPECT_EQ(json["fixes"][0]["rule"], "some-rule");
  EXPECT_EQ(json["before"]["measured"]["pss"]["points"].size(), 60U);
  EXPECT_NEAR(json["before"]["measured"]["pss"]["growth_per_minute"], 6e7, 1);
  EXPECT_EQ(json["after"]["status"], 0);
}

TEST(MeasureJson, HasNoStatusOfARunThatWeEnded) {
  Comparison comparison = example();
  comparison.after.ending = Ending::TimeLimit;
  const auto json = nlohmann::json::parse(measure_json(comparison));
  EXPECT_TRUE(json["after"]["status"].is_null());
  EXPECT_EQ(json["after"]["ended_by"], "time-limit");
}

TEST(MeasurePage, EscapesWhatItShows) {
  const std::string page = measure_page(example());
  EXPECT_THAT(page, HasSubstr("&lt;tag&gt;&amp;"));
  EXPECT_THAT(page, HasSubstr("a&lt;b&gt;.py:12"));
  EXPECT_THAT(page, HasSubstr("<span class=\"removed\">-x &lt; 1</span>"));
  EXPECT_THAT(page, Not(HasSubstr("<tag>")));
}

TEST(MeasurePage, AsksForNothingElse) {
  const std::string page = measure_page(example());
  for (const char* word : {"http://", "https://", "<script", "<link", "<img", "@import", "url("}) {
    EXPECT_THAT(page, Not(HasSubstr(word)));
  }
}

}  // namespace
}  // namespace mlfix::measure_test

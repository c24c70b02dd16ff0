// Both go into the page as they are. The script only hides what the filters do
// not want; the page is whole without it.

#include "report/html_assets.h"

namespace mlfix {

const std::string_view kReportStyle = R"css(
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #ffffff; --ink: #1b1f24; --soft: #57606a; --line: #d8dee4;
  --link: #0a58ca; --code: #f1f3f5; --old: #ffebe9; --new: #e3f7e8;
  --old-mark: #ffc1ba; --new-mark: #a6e9b5; --here: #fff4d1;
  --high: #b3261e; --medium: #8a5300; --low: #1d5fa8; --info: #57606a; --good: #1a6b34;
  --bar-3: #b3261e; --bar-2: #d9730d; --bar-1: #c9a227; --bar-0: #8c959f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f1318; --card: #171c23; --ink: #e6e9ed; --soft: #a2abb6; --line: #2c343e;
    --link: #7db4ff; --code: #1f262f; --old: #3a1d1f; --new: #14301f;
    --old-mark: #7d2c2f; --new-mark: #1f6b3a; --here: #3a3115;
    --high: #ff9a91; --medium: #f0b25e; --low: #8cbcff; --info: #a2abb6; --good: #74d68f;
    --bar-3: #e5645a; --bar-2: #e58a3a; --bar-1: #d3b13a; --bar-0: #6b7683;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
}
main, header, footer { max-width: 84rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 1.75rem; }
h1 { font-size: 1.5rem; margin: 0; letter-spacing: -0.01em; }
h2 { font-size: 1.1rem; margin: 2rem 0 0.75rem; }
h3 { font-size: 1rem; margin: 0; font-weight: 600; overflow-wrap: anywhere; }
h4 { font-size: 0.75rem; margin: 0.9rem 0 0.25rem; color: var(--soft); text-transform: uppercase;
     letter-spacing: 0.05em; }
h4:first-child { margin-top: 0; }
p { margin: 0.25rem 0; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
code, .code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
              font-size: 0.86em; }
p code, li code, h3 code { background: var(--code); padding: 0.1em 0.3em; border-radius: 4px; }
.lead { color: var(--soft); font-size: 1.05rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 0.75rem;
         margin: 1.25rem 0; padding: 0; list-style: none; }
.cards li, .panel, .finding { background: var(--card); border: 1px solid var(--line);
                               border-radius: 10px; }
.cards li { padding: 0.75rem 1rem; }
.cards span { display: block; color: var(--soft); font-size: 0.85rem; }
.cards b { font-size: 1.6rem; font-weight: 650; font-variant-numeric: tabular-nums; }
.panel { padding: 1rem 1.25rem; overflow-x: auto; }
.overview { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr));
            gap: 0.75rem; align-items: start; }
.bar { display: flex; height: 0.75rem; border-radius: 6px; overflow: hidden; margin: 0.25rem 0 0.75rem;
       gap: 2px; background: var(--card); }
.bar span { min-width: 4px; }
.g3 { background: var(--bar-3); } .g2 { background: var(--bar-2); }
.g1 { background: var(--bar-1); } .g0 { background: var(--bar-0); }
.legend { list-style: none; margin: 0; padding: 0; }
.legend li { display: flex; gap: 0.6rem; align-items: baseline; padding: 0.15rem 0; }
.legend i { width: 0.75rem; height: 0.75rem; border-radius: 3px; flex: none; }
.legend b { min-width: 2ch; text-align: right; font-variant-numeric: tabular-nums; }
table { border-collapse: collapse; }
.rules { width: 100%; }
.rules th { text-align: left; font-weight: 600; color: var(--soft); font-size: 0.85rem; }
.rules td, .rules th { padding: 0.3rem 0.75rem 0.3rem 0; border-bottom: 1px solid var(--line); }
.rules tr:last-child td { border-bottom: 0; }
.rules .n { text-align: right; font-variant-numeric: tabular-nums; }
form { display: flex; flex-wrap: wrap; gap: 0.75rem 1rem; align-items: end; margin: 1.5rem 0 0; }
form[hidden] { display: none; }
label { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.2rem; font-size: 0.85rem; color: var(--soft); max-width: 100%; }
select { width: 100%; }
select, button { font: inherit; color: var(--ink); background: var(--card); max-width: 100%;
                 border: 1px solid var(--line); border-radius: 7px; padding: 0.4rem 0.6rem; }
button { cursor: pointer; }
output { color: var(--soft); padding: 0.4rem 0; }
.finding { margin: 0 0 1rem; overflow: hidden; }
.finding[hidden], section[hidden] { display: none; }
.finding > header { max-width: none; padding: 0.85rem 1.25rem; border-bottom: 1px solid var(--line); }
.finding h3 a { color: inherit; text-decoration: none; }
.finding h3 a:hover { text-decoration: underline; }
.meta { display: flex; flex-wrap: wrap; gap: 0.35rem 0.75rem; align-items: baseline;
        color: var(--soft); margin-top: 0.35rem; overflow-wrap: anywhere; }
.badge { border: 1px solid currentColor; border-radius: 99px; padding: 0 0.55rem; font-size: 0.78rem;
         font-weight: 600; white-space: nowrap; }
.high { color: var(--high); } .medium { color: var(--medium); } .low { color: var(--low); }
.info, .suggestion, .none { color: var(--info); } .safe, .fixed { color: var(--good); }
.unsafe { color: var(--medium); }
.body { display: grid; grid-template-columns: minmax(0, 1fr) 17rem; }
.why { padding: 0.9rem 1.25rem; border-left: 1px solid var(--line); font-size: 0.92rem; }
.why ul, .why ol { margin: 0; padding-left: 1.1rem; }
.why li { margin: 0.15rem 0; }
.why .at { color: var(--soft); white-space: nowrap; }
figure { margin: 0; min-width: 0; overflow-x: auto; }
figcaption { padding: 0.7rem 1.25rem 0.5rem; font-size: 0.92rem; position: sticky; left: 0; }
.diff { width: 100%; table-layout: fixed; line-height: 1.45; }
.diff col.no { width: 3.4rem; }
.diff th { text-align: right; font-weight: 400; color: var(--soft); padding: 0 0.6rem;
           vertical-align: top; user-select: none; }
.diff td { padding: 0 0.6rem; white-space: break-spaces; word-break: break-all; tab-size: 4;
           vertical-align: top; }
.diff thead th { text-align: left; font-size: 0.78rem; text-transform: uppercase;
                 letter-spacing: 0.05em; padding: 0.15rem 0.6rem; background: var(--code);
                 font-family: system-ui, "DejaVu Sans", sans-serif; }
.diff td.old { background: var(--old); } .diff td.new { background: var(--new); }
.diff td.gap { background: var(--code); }
.diff tr.here > th.o { background: var(--here); color: var(--ink); font-weight: 700; }
.diff tr.cut td { text-align: center; color: var(--soft); background: var(--code); }
.diff del, .diff ins { text-decoration: none; border-radius: 3px; }
.diff del { background: var(--old-mark); } .diff ins { background: var(--new-mark); }
.diff mark { background: var(--here); color: inherit; }
details { margin: 0.4rem 0; }
summary { cursor: pointer; }
details p, details ul { max-width: 75ch; }
.errors { color: var(--high); }
footer { color: var(--soft); padding-top: 1.5rem; padding-bottom: 2.5rem; font-size: 0.9rem; }
.vh { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
      white-space: nowrap; }
@media (max-width: 60rem) {
  .body { grid-template-columns: minmax(0, 1fr); }
  .why { border-left: 0; border-top: 1px solid var(--line); }
}
@media (max-width: 40rem) {
  .diff { min-width: 38rem; }
}
@media print {
  form { display: none; }
  .finding { break-inside: avoid; }
}
)css";

const std::string_view kReportScript = R"js(
(() => {
  const form = document.getElementById('filters');
  if (!form) return;
  const findings = [...document.querySelectorAll('.finding')];
  const groups = [...document.querySelectorAll('section.group')];
  const keys = ['rule', 'file', 'level'];
  const fill = (key) => {
    const counts = new Map();
    for (const f of findings) counts.set(f.dataset[key], (counts.get(f.dataset[key]) || 0) + 1);
    for (const [value, count] of [...counts].sort((a, b) => (a[0] < b[0] ? -1 : 1))) {
      form.elements[key].add(new Option(`${value} (${count})`, value));
    }
  };
  const apply = () => {
    let shown = 0;
    for (const f of findings) {
      f.hidden = keys.some((k) => form.elements[k].value && form.elements[k].value !== f.dataset[k]);
      shown += f.hidden ? 0 : 1;
    }
    for (const g of groups) g.hidden = !g.querySelector('.finding:not([hidden])');
    form.elements.shown.value =
      shown === findings.length ? `All ${shown} shown` : `${shown} of ${findings.length} shown`;
  };
  keys.forEach(fill);
  form.addEventListener('change', apply);
  form.addEventListener('reset', () => setTimeout(apply));
  form.addEventListener('submit', (event) => event.preventDefault());
  document.querySelectorAll('[data-show-rule]').forEach((link) =>
    link.addEventListener('click', () => {
      form.reset();
      form.elements.rule.value = link.dataset.showRule;
      apply();
    }));
  form.hidden = false;
  apply();
})();
)js";

}  // namespace mlfix

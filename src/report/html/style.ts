/**
 * The one style sheet of the report and the playground: light and dark by the
 * reader's choice, and print. No URL, no import, no `<`.
 */

/** SHA-256 of STYLE, by which the page's policy lets it in; a test holds the two together. */
export const STYLE_HASH = 'sha256-1KAwqDmQFvBsLYSIjqaAE6P0bjLJoOgg3jOQrd0ze0s=';

export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #fff; --raised: #f6f8fa; --line: #d1d9e0; --text: #1f2328; --soft: #59636e; --link: #0550ae;
  --good: #116329; --good-bg: #dcf5e3; --error: #a40e26; --error-bg: #ffe9e7;
  --warning: #704700; --warning-bg: #fff4c9; --note: #0550ae; --note-bg: #e1f1ff; --dim-bg: #eef1f4;
  --delivery: #8c959f; --poll: #4a86cf; --wait: #d4a72c; --grace: #3d9a60; --detach: #8f6bd0; --told: #bfe3cb;
  --shade: rgb(31 35 40 / 35%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0d1117; --raised: #151b23; --line: #3d444d; --text: #f0f6fc; --soft: #9da7b3; --link: #79c0ff;
    --good: #6fdd8b; --good-bg: #12301d; --error: #ff9d96; --error-bg: #421619;
    --warning: #eac55f; --warning-bg: #35290a; --note: #8ec8ff; --note-bg: #10294a; --dim-bg: #212830;
    --delivery: #767f8a; --poll: #4a86cf; --wait: #b98f24; --grace: #3d9a60; --detach: #8f6bd0; --told: #1f4a30;
    --shade: rgb(1 4 9 / 60%);
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans", "Noto Sans CJK KR", sans-serif; }
code, pre, .rule { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: .875em; }
h1, h2, h3, h4, h5, p, ul, ol, figure { margin: 0; }
h1 { font-size: 1.75rem; line-height: 1.2; letter-spacing: -.01em; }
h2 { font-size: 1.3rem; line-height: 1.3; display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: center; }
h3 { font-size: 1.05rem; }
h4, h5 { font-size: 1rem; }
h1, h2, h3, h4, li, p { overflow-wrap: anywhere; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem 1rem; background: var(--page); z-index: 2; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.about, .because, .from { color: var(--soft); font-weight: 400; }
.top, main { max-width: 78rem; margin: 0 auto; padding: 0 1.5rem; }
.top { padding-top: 2rem; display: grid; gap: .6rem; }
.brand { color: var(--soft); font-size: .875rem; }
.brand b { color: var(--text); }
.verdict { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: center; padding: .75rem 1rem; border-radius: 8px;
  border: 1px solid var(--line); background: var(--raised); }
main { display: grid; gap: 2.5rem; padding-top: 2rem; padding-bottom: 4rem; grid-template-columns: minmax(0, 1fr); }
main:focus { outline: none; }
section.configuration, section.findings, .part { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
section.configuration, section.findings { border-top: 1px solid var(--line); padding-top: 2rem; }
main > section:first-child, nav:first-child + section { border-top: 0; padding-top: 0; }
.contents { list-style: none; padding: 0; display: grid; gap: .4rem; }
.contents li { display: flex; flex-wrap: wrap; gap: .25rem .75rem; }
.badge { display: inline-flex; align-items: center; gap: .35em; padding: .1em .65em; border-radius: 2em; font-size: .8125rem;
  font-weight: 600; line-height: 1.5; white-space: nowrap; vertical-align: middle; }
.good { --ink: var(--good); --fill: var(--good-bg); }
.error { --ink: var(--error); --fill: var(--error-bg); }
.warning { --ink: var(--warning); --fill: var(--warning-bg); }
.note { --ink: var(--note); --fill: var(--note-bg); }
.dim { --ink: var(--soft); --fill: var(--dim-bg); }
.badge { color: var(--ink); background: var(--fill); }
.mark { color: var(--ink); font-weight: 700; }
.scroll { position: relative; overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; }
.matrix { border-collapse: collapse; width: 100%; font-size: .875rem; overflow-wrap: break-word; }
.matrix caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.matrix th, .matrix td { border-bottom: 1px solid var(--line); border-left: 1px solid var(--line); padding: .5rem; text-align: left;
  vertical-align: top; min-width: 7.2rem; }
.matrix th:first-child { border-left: 0; position: sticky; left: 0; background: var(--raised); min-width: 10rem; max-width: 16rem; }
.matrix tbody tr:last-child th, .matrix tbody tr:last-child td { border-bottom: 0; }
.matrix thead th { background: var(--raised); font-weight: 600; vertical-align: bottom; overflow-wrap: normal; line-height: 1.3; }
.matrix tbody th { font-weight: 600; }
.matrix th .name, .matrix th .about, .cell .about { display: block; }
.matrix th .about, .cell .about { font-size: .8125rem; }
.cell { display: flex; gap: .4rem; width: 100%; margin: 0; padding: .35rem .5rem; border: 1px solid transparent; border-radius: 6px;
  background: var(--fill); color: var(--ink); font: inherit; line-height: 1.35; text-align: left; cursor: pointer; }
.cell + .cell { margin-top: .3rem; }
.cell:hover { border-color: var(--ink); }
.cell .says { min-width: 0; }
.cell .state { font-weight: 600; display: block; }
.cell .about { color: inherit; }
.cell.dim { background: none; border-color: var(--line); }
.none { color: var(--soft); display: block; padding: .35rem .5rem; line-height: 1.35; }
.panel { position: fixed; inset: 0 0 0 auto; width: min(34rem, 100vw); height: 100dvh; margin: 0; padding: 1.5rem; overflow-y: auto;
  background: var(--page); color: var(--text); border: 0; border-left: 1px solid var(--line); box-shadow: -8px 0 32px var(--shade); }
.panel::backdrop { background: var(--shade); }
.panel header { display: flex; gap: 1rem; justify-content: space-between; align-items: start; }
.panel h3 { font-size: 1.15rem; line-height: 1.3; }
.panel > p { margin-top: .75rem; }
.close { border: 1px solid var(--line); background: var(--raised); color: var(--text); border-radius: 6px; font: inherit; padding: .1rem .6rem; cursor: pointer; }
.claim { margin-top: 1.25rem; border-top: 1px solid var(--line); padding-top: 1rem; }
.claim h4 .about { display: block; font-size: .875rem; }
.gates { list-style: none; padding: 0; margin-top: .6rem; display: grid; gap: .55rem; font-size: .9rem; line-height: 1.4; }
.gates li { padding-left: 1.5rem; position: relative; }
.gates .mark { position: absolute; left: 0; width: 1rem; text-align: center; }
.gate { font-weight: 600; }
.gates .from { display: block; font-size: .8125rem; }
.gates .from span { display: block; }
.finding { border: 1px solid var(--line); border-left: 4px solid var(--ink); border-radius: 8px; padding: .9rem 1.1rem; display: grid;
  gap: .5rem; grid-template-columns: minmax(0, 1fr); }
.finding h4 { font-weight: 600; line-height: 1.45; }
.finding .badge { margin-right: .3rem; }
.where { font-size: .875rem; display: flex; flex-wrap: wrap; gap: .25rem 1rem; color: var(--soft); }
.related { color: var(--soft); font-size: .9rem; }
.help b { color: var(--good); margin-right: .3rem; }
.count { color: var(--soft); font-weight: 400; }
.code { margin: 0; background: var(--raised); border-radius: 6px; padding: .6rem .75rem; line-height: 1.55; }
.code .line { display: grid; grid-template-columns: 3.2em minmax(0, 1fr); white-space: pre-wrap; overflow-wrap: anywhere; }
.code i { color: var(--soft); font-style: normal; user-select: none; text-align: right; padding-right: 1em; }
.code .cut { color: var(--soft); }
.code mark { color: var(--ink); background: var(--fill); border-radius: 3px; box-shadow: 0 0 0 2px var(--fill); }
.related + .code mark { color: var(--note); background: var(--note-bg); box-shadow: 0 0 0 2px var(--note-bg); }
.counterexample { border: 1px solid var(--line); border-left: 4px solid var(--error); border-radius: 8px; padding: .9rem 1.1rem; }
.ways { display: grid; gap: .75rem 2rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); margin-top: .75rem; }
.ways ol { padding-left: 1.4rem; font-size: .9rem; line-height: 1.45; }
figure.drain { border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1.1rem; display: grid; gap: .6rem 2rem; align-items: center;
  grid-template-columns: minmax(0, 1fr); }
figcaption, .broken { grid-column: 1 / -1; }
@media (min-width: 64rem) { figure.drain { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } }
figcaption { line-height: 1.5; }
svg.drain { display: block; overflow: visible; }
svg text { fill: var(--soft); font-size: 12px; }
svg text.deadline { fill: var(--error); font-weight: 600; }
svg line.tick { stroke: var(--line); }
svg line.deadline { stroke: var(--error); stroke-width: 2; stroke-dasharray: 4 2; }
rect.delivery { fill: var(--delivery); } rect.poll { fill: var(--poll); } rect.wait { fill: var(--wait); }
rect.grace { fill: var(--grace); } rect.detach { fill: var(--detach); } rect.left { fill: var(--dim-bg); }
.wave { border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1.1rem; display: grid; gap: .6rem; grid-template-columns: minmax(0, 1fr); }
svg.wave { display: block; overflow: visible; border: 0; border-radius: 0; padding: 0; }
path.told { fill: var(--told); } path.ended { fill: var(--grace); }
path.seen { fill: none; stroke: var(--text); stroke-width: 2; vector-effect: non-scaling-stroke; }
.legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; font-size: .875rem; }
.key.told { background: var(--told); } .key.ended { background: var(--grace); } .key.seen { background: var(--text); height: .2em; vertical-align: middle; }
.numbers { border-collapse: collapse; width: 100%; font-size: .875rem; font-variant-numeric: tabular-nums; }
.numbers th, .numbers td { border-bottom: 1px solid var(--line); padding: .45rem .6rem; text-align: right; vertical-align: top; }
.numbers td { white-space: nowrap; }
.numbers th:first-child, .numbers td:first-child, .numbers .words { text-align: left; }
.numbers .words { white-space: normal; min-width: 14rem; }
.numbers thead th { background: var(--raised); font-weight: 600; vertical-align: bottom; }
.numbers tbody tr:last-child > * { border-bottom: 0; }
.plain { padding-left: 1.25rem; display: grid; gap: .3rem; }
.key { display: inline-block; width: .75em; height: .75em; border-radius: 2px; margin-right: .5rem; }
.key.delivery { background: var(--delivery); } .key.poll { background: var(--poll); } .key.wait { background: var(--wait); }
.key.grace { background: var(--grace); } .key.detach { background: var(--detach); } .key.deadline { background: var(--error); }
.steps { list-style: none; padding: 0; font-size: .875rem; display: grid; gap: .15rem; }
.steps li { padding-left: 1.25em; } .steps .key { margin-left: -1.25em; }
.steps .time { display: inline-block; min-width: 5.5em; font-variant-numeric: tabular-nums; font-weight: 600; }
.steps .from { font-size: .8125rem; }
.broken { color: var(--error); font-size: .9rem; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
@media (max-width: 40rem) { .top, main { padding-left: 1rem; padding-right: 1rem; } .matrix th:first-child { min-width: 7rem; } }
@media print {
  :root { color-scheme: light; --page: #fff; --raised: #fff; --line: #bbb; --text: #000; --soft: #444; --link: #000;
    --good: #0b4a1d; --good-bg: #fff; --error: #8a0a1e; --error-bg: #fff; --warning: #5a3900; --warning-bg: #fff;
    --note: #043f87; --note-bg: #fff; --dim-bg: #eee; --told: #bfe3cb; }
  .skip, .close { display: none; }
  .scroll { overflow: visible; }
  .matrix { font-size: 8pt; } .matrix th, .matrix td { min-width: 0; padding: .25rem; } .matrix th:first-child { position: static; min-width: 0; }
  .panel { display: block; position: static; width: auto; height: auto; padding: 0; margin-top: 1rem; border: 0; box-shadow: none; overflow: visible; }
  .numbers { font-size: 8pt; } .numbers th, .numbers td { padding: .2rem .3rem; } .numbers .words { min-width: 0; } .numbers td { white-space: normal; }
  .finding, figure.drain, .wave, .claim, tr { break-inside: avoid; }
  h2, h3, h4, h5 { break-after: avoid; }
  rect, path, .key { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;

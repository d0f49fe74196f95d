/** The page of the playground: texts in, the judgement out, as somebody types. */
import hclWasm from '@tree-sitter-grammars/tree-sitter-hcl/tree-sitter-hcl.wasm';
import engineWasm from 'web-tree-sitter/web-tree-sitter.wasm';
import { eventSamples } from '../../src/facts/event-samples.js';
import { judgeTexts, type Shown } from '../../src/playground/judge.js';
import { createHclParser, type HclParser } from '../../src/terraform/hcl/parser.js';
import { EXAMPLES } from './examples.js';

/** Long enough not to judge at every key, short enough not to be waited for. */
const PAUSE = 250;

function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the page has no ${id}`);
  return element;
}

const example = byId('example', HTMLSelectElement);
const sample = byId('event', HTMLSelectElement);
const tabs = byId('files', HTMLDivElement);
const editor = byId('editor', HTMLDivElement);
const text = byId('text', HTMLTextAreaElement);
const numbers = byId('numbers', HTMLDivElement);
const status = byId('status', HTMLParagraphElement);
const report = byId('report', HTMLDivElement);
const naming = byId('naming', HTMLFormElement);
const name = byId('name', HTMLInputElement);

const files = new Map<string, string>();
let open = '';
let parser: Promise<HclParser> | undefined;
let timer: number | undefined;
let run = 0;

const hclParser = (): Promise<HclParser> => {
  parser ??= createHclParser({ engine: engineWasm, grammar: hclWasm });
  return parser;
};

async function judge(): Promise<void> {
  const mine = ++run;
  const began = performance.now();
  document.body.classList.add('busy');
  const today = new Date().toISOString().slice(0, 10);
  const shown = await judgeTexts({ files, today, hclParser }).catch((error: unknown) => error);
  if (mine !== run) return;
  document.body.classList.remove('busy');
  if (!isShown(shown)) {
    status.textContent = `Interlock failed, and that is a fault of Interlock: ${String(shown)}`;
    return;
  }
  report.innerHTML = shown.html;
  for (const place of report.querySelectorAll('.where code:first-child, .related code'))
    linkPlace(place);
  const took = Math.round(performance.now() - began);
  status.textContent = `${shown.verdict}, judged in ${took} ms`;
}

const isShown = (result: unknown): result is Shown =>
  typeof result === 'object' && result !== null && 'html' in result;

/** A place of a finding leads to the text. */
function linkPlace(place: Element): void {
  const found = /^(.*?):(\d+)(?::(\d+))?$/.exec(place.textContent ?? '');
  const [, file = '', line = '1', column = '1'] = found ?? [];
  if (!files.has(file)) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'goto';
  button.textContent = place.textContent;
  button.addEventListener('click', () => goTo(file, Number(line), Number(column)));
  place.replaceWith(button);
}

function goTo(file: string, line: number, column: number): void {
  show(file);
  const lines = text.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const end = start + (lines[line - 1]?.length ?? 0);
  text.focus();
  text.setSelectionRange(Math.min(start + column - 1, end), end);
  const height = text.scrollHeight / Math.max(1, lines.length);
  text.scrollTop = Math.max(0, (line - 4) * height);
}

function later(): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => void judge(), PAUSE);
}

function show(file: string): void {
  open = file;
  text.value = files.get(file) ?? '';
  text.setAttribute('aria-label', `Text of ${file}`);
  for (const tab of tabs.querySelectorAll('[role="tab"]')) {
    const selected = tab.textContent === file;
    tab.setAttribute('aria-selected', String(selected));
    tab.setAttribute('tabindex', selected ? '0' : '-1');
    if (selected) editor.setAttribute('aria-labelledby', tab.id);
  }
  number();
}

function number(): void {
  const count = text.value.split('\n').length;
  numbers.textContent = Array.from({ length: count }, (_, i) => i + 1).join('\n');
  numbers.scrollTop = text.scrollTop;
}

function drawTabs(): void {
  tabs.replaceChildren(
    ...[...files.keys()].map((file, i) => {
      const tab = document.createElement('button');
      tab.type = 'button';
      tab.id = `tab-${i}`;
      tab.setAttribute('role', 'tab');
      tab.setAttribute('aria-controls', 'editor');
      tab.textContent = file;
      tab.addEventListener('click', () => show(file));
      return tab;
    }),
  );
}

/** Arrow keys go from tab to tab, as screen readers announce it. */
tabs.addEventListener('keydown', (event) => {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  const names = [...files.keys()];
  const next = names[(names.indexOf(open) + step + names.length) % names.length];
  if (next === undefined) return;
  show(next);
  tabs.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
});

function load(id: string): void {
  const chosen = EXAMPLES.find((one) => one.id === id) ?? EXAMPLES[0];
  if (chosen === undefined) return;
  files.clear();
  sample.value = '';
  for (const [file, content] of Object.entries(chosen.files)) files.set(file, content);
  drawTabs();
  show([...files.keys()][0] ?? '');
  void judge();
}

text.addEventListener('input', () => {
  files.set(open, text.value);
  number();
  later();
});
text.addEventListener('scroll', () => {
  numbers.scrollTop = text.scrollTop;
});
byId('add', HTMLButtonElement).addEventListener('click', () => {
  naming.hidden = false;
  name.value = '';
  name.focus();
});
byId('never-mind', HTMLButtonElement).addEventListener('click', () => {
  naming.hidden = true;
});
naming.addEventListener('submit', (event) => {
  event.preventDefault();
  const file = name.value.trim().replace(/^\/+/, '');
  if (file === '') return;
  naming.hidden = true;
  if (!files.has(file)) files.set(file, '');
  drawTabs();
  show(file);
  text.focus();
  later();
});
byId('remove', HTMLButtonElement).addEventListener('click', () => {
  files.delete(open);
  if (files.size === 0) files.set('policy.yaml', '');
  drawTabs();
  show([...files.keys()][0] ?? '');
  later();
});

example.append(
  ...EXAMPLES.map(({ id, title }) => {
    const option = document.createElement('option');
    option.value = id;
    option.textContent = title;
    return option;
  }),
);
/** An event is one more file, so that it can be changed, or pasted. */
const EVENT = 'event.json';

sample.append(
  ...[...eventSamples.keys()].map((id) => {
    const option = document.createElement('option');
    option.textContent = id;
    return option;
  }),
);
sample.addEventListener('change', () => {
  const event = eventSamples.get(sample.value);
  if (event === undefined) files.delete(EVENT);
  else files.set(EVENT, `${JSON.stringify(event, null, 2)}\n`);
  drawTabs();
  show(event === undefined ? ([...files.keys()][0] ?? '') : EVENT);
  void judge();
});

example.addEventListener('change', () => load(example.value));
load(EXAMPLES[0]?.id ?? '');

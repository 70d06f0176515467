// The forms of what is shown. Each is written by Go: a document by reports/html.go, a page by lab/page.

import type { EvolutionPage } from "./evolution";
import type { FrontierPage } from "./frontier";
import type { ImportPage } from "./imported";
import type { LearningPage } from "./learning";
import type { NightsPage } from "./nights";

export interface Doc {
  schema: string;
  title: string;
  simulated: boolean;
  finding: string;
  played: string;
  warnings: string[];
  tables?: Tables; // none where they are a chapter
  page?: Page | EvolutionPage | FrontierPage | ImportPage | LearningPage | NightsPage;
}

/** Every section and picture of a report. */
export interface Tables {
  sections: Section[];
  notes: string[];
  charts: Drawn[];
}

export interface Section {
  title: string;
  head: string[];
  rows: string[][];
  align: string;
  notes: string[];
  list: string[][];
  text: string;
  warnings: string[];
}

export interface Drawn {
  name: string;
  title: string;
  svg: string;
  missing?: string;
}

/** A figure with its level, denominator and interval. Without anything to count its mean is null. */
export interface Figure {
  level?: string;
  suite: string;
  estimand: string;
  mean: number | null;
  low: number | null;
  high: number | null;
  n: number;
  scenarios: number;
  repeats: number;
  note?: string;
  left_out: number;
  warnings?: string[];
}

export interface Cost {
  priced: boolean;
  write_usd: number;
  read_usd: number;
  write_tokens: number;
  read_tokens: number;
  context_tokens: number;
  memory_tokens: number;
  transcript_tokens: number;
}

export interface Outcomes {
  planned: number;
  completed: number;
  failed: number;
  refused: number;
  truncated: number;
  unfunded: number;
  not_run: number;
}

export interface Row {
  strategy: string;
  model: string;
  control: boolean;
  outcomes: Outcomes;
  answer: Figure;
  context: Figure;
  memory: Figure;
  stale: Figure;
  tasks: Figure;
  best?: { maybe_best: boolean; note?: string };
  by_type: Record<string, Figure>;
  cost: Cost;
  /** Seconds of an answer; none where no reply has a time. */
  latency?: { p50_s: number; p95_s: number; answers: number };
}

export interface Probe {
  id: string;
  type: string;
  kind: string;
  question: string;
  expected: string;
  old?: string;
  turn: number;
  headline: boolean;
}

export interface Scenario {
  id: string;
  name: string;
  about: string;
  turns: number;
  probes: Probe[];
}

export interface Trial {
  key: string;
  row: number;
  scenario: number;
  repeat: number;
  outcome: string;
  reason?: string;
  passed: boolean;
  usd: number;
  verdicts: string;
  where: string;
  exposed: number[];
  lost: number[];
}

export interface Pair {
  row: number;
  trials: number;
  same: number;
  deltas: { answer?: Figure; stale?: Figure; cost_usd?: Figure };
}

export interface Plan {
  suite: string;
  scenarios: string[];
  models: string[];
  memory_model?: string;
  repeats: number;
  dialogue: string;
  seed: number;
  token_budget?: number;
  budgets?: number[];
  answers?: number;
  prices_as_of?: string;
}

export interface Page {
  kind: "run";
  experiment: { id: string; name?: string; status: string; note?: string; simulated: boolean; plan: Plan; probes: { headline: number; historical: number; absent: number } };
  number: number;
  rows: Row[];
  about: Record<string, string>;
  types: string[];
  scenarios: Scenario[];
}

/** The chapter facts: what became of every fact in every trial. */
export interface Facts {
  places: string[];
  /** Whose trials are listed: the first ones, all of them but in a very large experiment. */
  repeats: number;
  trials: Trial[];
}

/** A page with its facts. */
export type Run = Page & Facts;

/** The evidence of trials; numbers that stand for texts are indices into texts. */
export interface Told {
  texts: string[];
  trials: Story[];
}

export interface Story {
  key: string;
  pruned?: boolean;
  messages: { index: number; turn: number; role: string; text: number }[];
  cycles: { after: number; left: number[] | null; back?: number[]; text: number; tokens: number; cut?: boolean }[];
  final: number;
  answers: number[];
  why: (number[] | null)[];
  before: number[];
  after: number[];
  warnings: number[];
}

/** Request and reply of a model call, which only a served page has. */
export interface Call {
  Purpose: string;
  Turn: number;
  Probe: string;
  Model: { provider: string; name: string };
  Prompt: { role: string; text: string }[] | null;
  Reply: string;
  Usage: { input: number; output: number; estimated?: boolean };
  Nominal: boolean;
  /** As first recorded; 0 where it isn't known. */
  Seconds: number;
  USD: number | null;
}

/** Where a text that was searched for stands. */
export interface Hit {
  trial: string;
  strategy: string;
  model: string;
  scenario: string;
  repeat: number;
  trials: number;
  place: string;
  number: number;
  probe: string;
  excerpt: string;
}

export const levels = ["memory", "context", "answer", "final"] as const;
export const answerLevel = 2;

const results: Record<string, string> = { k: "kept", s: "stale", l: "lost", v: "void", n: "never left the window", "-": "none" };

/** The verdict on probe p of a trial at a level, in words. */
export function verdict(t: Trial, p: number, level: number): string {
  return results[t.verdicts[4 * p + level] ?? "-"] ?? "none";
}

/** Where the fact of probe p was lost, by the name Go gives the place; empty if nothing is known. */
export function place(page: Run, t: Trial, p: number): string {
  const letter = t.where[p] ?? "-";
  return letter === "-" ? "" : (page.places[letter.charCodeAt(0) - 97] ?? "");
}

export const placeWords: Record<string, string> = {
  kept: "kept",
  stale: "the old value was used",
  not_written: "not written into the memory when it left the window",
  lost_later: "written at first, lost in a later cycle",
  not_shown: "in the memory, but not shown for the question",
  misread: "shown, but answered wrong",
  void: "the reply can't be judged",
};

const embedded = document.getElementById("document");
export const served = !embedded;
/** Whether chapters are files beside the page, or in it. */
export const folder = embedded?.dataset.folder !== undefined;

async function asked<T>(path: string): Promise<T> {
  let r: Response;
  try {
    r = await fetch(path);
  } catch {
    throw new Error("arena view doesn't answer any more: start it again, and this page goes on.");
  }
  if (!r.ok) throw new Error((await r.text()).trim() || `${path}: ${r.status}`);
  return (await r.json()) as T;
}

/** The document: what stands in this file, or what the server has now. */
export async function loadDoc(experiment: string, nights: boolean): Promise<Doc> {
  if (embedded) return JSON.parse(embedded.textContent ?? "") as Doc;
  return asked<Doc>(`data/${nights ? "nights" : "document"}.json?experiment=${encodeURIComponent(experiment)}`);
}

async function unpacked<T>(text: string): Promise<T> {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text()) as T;
}

// A page opened from disk may not fetch the files beside it, but may run them: each calls arenaChapter.
const arrived = new Map<string, string>();
(globalThis as { arenaChapter?: (name: string, text: string) => void }).arenaChapter = (name, text) => arrived.set(name, text);

function beside(name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `data/${name}.js`;
    script.onload = () => {
      script.remove();
      const text = arrived.get(name);
      arrived.delete(name);
      if (text === undefined) reject(new Error(`data/${name}.js isn't of this report: write the folder again.`));
      else resolve(text);
    };
    script.onerror = () => {
      script.remove();
      reject(new Error(`data/${name}.js isn't beside this page: keep index.html and the folder data together.`));
    };
    document.head.append(script);
  });
}

const chapters = new WeakMap<Doc, Map<string, Promise<unknown>>>();

/** A chapter of a document: what is worked out, or unpacked, where a reader goes to it. */
export function loadChapter<T>(doc: Doc, name: string, experiment: string): Promise<T> {
  let known = chapters.get(doc);
  if (!known) chapters.set(doc, (known = new Map()));
  let found = known.get(name) as Promise<T> | undefined;
  if (!found) {
    found = readChapter<T>(name, experiment);
    known.set(name, found);
    found.catch(() => known.delete(name)); // it may be there next time
  }
  return found;
}

async function readChapter<T>(name: string, experiment: string): Promise<T> {
  if (served) return asked<T>(`data/chapter.json?experiment=${encodeURIComponent(experiment)}&name=${name}`);
  if (folder) return unpacked<T>(await beside(name));
  const here = document.getElementById(`chapter-${name}`);
  if (!here) throw new Error("This file was written without that. arena view shows it.");
  return unpacked<T>(here.textContent ?? "");
}

/** The evidence of a trial. It rejects with a message for people where there is none. */
export async function loadTold(doc: Doc, experiment: string, t: Trial): Promise<{ texts: string[]; story: Story }> {
  const told = served
    ? await asked<Told>(`data/trial.json?experiment=${encodeURIComponent(experiment)}&key=${t.key}`)
    : await loadChapter<Told>(doc, `told-${t.scenario}`, experiment);
  const story = told.trials.find((x) => x.key === t.key);
  if (!story) throw new Error(`Trial ${t.key} isn't here: the same arena run plays it, and arena show ${t.key} prints it.`);
  return { texts: told.texts, story };
}

export async function loadCalls(key: string, prices: string): Promise<Call[]> {
  return asked<Call[]>(`data/calls.json?key=${key}&prices=${prices}`);
}

export async function loadHits(experiment: string, text: string): Promise<Hit[]> {
  return asked<Hit[]>(`data/search.json?experiment=${encodeURIComponent(experiment)}&text=${encodeURIComponent(text)}`);
}

export interface Listed {
  number: number;
  id: string;
  name: string;
  kind: string;
  status: string;
  simulated: boolean;
  night: boolean;
  played: string;
  begun: string;
}

export async function loadList(): Promise<Listed[]> {
  return served ? asked<Listed[]>("data/experiments.json") : [];
}

// Numbers as they are written.

const minus = (s: string) => (/^-[0.]+$/.test(s) ? s.slice(1) : s.replace("-", "−")); // what is rounded to 0 has no sign

/** A number with so many digits, rounded as Go rounds it: what lies in the middle goes to the even one. */
function fixed(x: number, digits: number): string {
  const scaled = Math.abs(x) * 10 ** digits;
  const middle = scaled % 1 === 0.5 && Number.isInteger(x * 2 ** (digits + 1)); // and not by the multiplication
  return middle && Math.floor(scaled) % 2 === 0 ? (Math.sign(x) * Math.floor(scaled) / 10 ** digits).toFixed(digits) : x.toFixed(digits);
}

export function percent(x: number | null, digits = 1): string {
  return x === null ? "–" : minus(fixed(100 * x, digits));
}

/** "80.6 [73–88]", as the terminal writes it. */
export function interval(f: { mean: number | null; low: number | null; high: number | null }): string {
  if (f.mean === null) return "–";
  if (f.low === null || f.high === null) return `${percent(f.mean)}`;
  const joint = f.low < 0 || f.high < 0 ? " to " : "–";
  return `${percent(f.mean)} [${percent(f.low, 0)}${joint}${percent(f.high, 0)}]`;
}

export function usd(x: number): string {
  return x === 0 ? "0" : minus(fixed(x, Math.abs(x) < 0.1 ? 5 : 4));
}

export const plural = (n: number, one: string) => `${n} ${one}${n === 1 ? "" : "s"}`;

/** A difference, written with its sign. */
export const signed = (s: string) => (s.startsWith("−") || /^0(\.0+)?$/.test(s) ? s : "+" + s);

/** A difference of shares with its interval, in points. */
export function points(d?: { mean: number | null; low: number | null; high: number | null }): string {
  return d?.mean == null ? "–" : signed(percent(d.mean)) + (d.low === null || d.high === null ? "" : ` [${signed(percent(d.low))} to ${signed(percent(d.high))}]`);
}

/** Everything a figure must not be quoted without. */
export function caption(f: Figure): string {
  const parts = [`n = ${f.n} in ${f.scenarios} scenarios`, `${f.repeats} repeats`, `95 % interval, ${f.estimand}`];
  if (f.level) parts.unshift(`${f.level} level`);
  if (f.left_out) parts.push(`${f.left_out} trials left out`);
  if (f.note) parts.push(f.note);
  return [...parts, ...(f.warnings ?? [])].join("; ");
}

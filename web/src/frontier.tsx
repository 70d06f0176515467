// A sweep: cost against retention of every point, what to choose for a floor, and what the settings do.
import { useCallback, useMemo } from "preact/hooks";
import { Chart, axis, palette, safe, whiskers, type Option, type Colours } from "./chart";
import { interval, percent, plural, usd, type Doc, type Figure } from "./data";
import { Choice, Warnings, Words } from "./parts";
import { changed, type Route } from "./route";
import { Table, type Column } from "./table";
import { Effects, type Effect } from "./effects";
import { Finding } from "./answer";

interface Charge { write: number; read: number; question: number }

interface Point {
  levels: string[];
  settings: string;
  strategy: string;
  stands_for: number;
  cost: number;
  usd?: Charge;
  tokens: Charge;
  latency_seconds: number | null;
  retention: Figure;
  worst: number | null;
  worst_type?: string;
  chance_on_front: number | null;
}

export interface FrontierPage {
  kind: "frontier";
  number: number;
  names: string[];
  unit: string;
  swept: { dimensions: { name: string; levels: string[] }[]; space: string; status: string; analysed: number; dropped: number };
  points: Point[];
  front: number[];
  knee: number | null;
  effects: Effect[];
}

const questionTokens = (p: Point) => p.tokens.question;

export function FrontierView({ doc, page, route }: { doc: Doc; page: FrontierPage; route: Route }) {
  const by = route.args.get("by") ?? page.swept.dimensions[0]?.name ?? "";
  const floor = Number(route.args.get("floor") ?? 0);
  const timed = page.points.some((p) => p.latency_seconds !== null);
  const front = useMemo(() => new Set(page.front), [page]);
  const costName = page.unit === "tokens" ? "tokens a conversation" : "USD a conversation";
  const cloud = useCallback((c: Colours) => scatter(page, by, floor, costName, (p) => p.cost, c, false), [page, by, floor]);
  const rate = useCallback((c: Colours) => scatter(page, by, floor, "tokens given for a question", questionTokens, c, true), [page, by, floor]);
  const lines = useCallback((c: Colours, width: number) => parallel(page, by, costName, floor, c, width), [page, by, floor]);
  const sure = page.points.map((p, i) => ({ p, i })).filter(({ p }) => floor === 0 || (p.retention.low !== null && p.retention.low >= floor)).sort((a, b) => a.p.cost - b.p.cost);
  const evens = floor > 0 ? cheapest(page, sure.map(({ i }) => i)) : page.front.filter((i) => charged(page, i));
  const even = useCallback((c: Colours) => breakEven(page, evens, c), [page, floor]);
  const columns: Column<{ p: Point; i: number }>[] = [
    { head: "point", left: true, title: "its settings; a number is its place on the front", text: ({ i }) => page.names[i]!, hint: ({ p }) => `${p.settings}: ${p.strategy}` },
    { head: "answers kept %", title: "with the 95 % interval over conversations", text: ({ p }) => interval(p.retention), by: ({ p }) => p.retention.mean ?? -1 },
    { head: costName, text: ({ p }) => (page.unit === "tokens" ? p.cost.toFixed(0) : usd(p.cost)), by: ({ p }) => p.cost },
    { head: "worst type", title: "the type of fact kept least, %", left: true, text: ({ p }) => (p.worst === null ? "–" : `${p.worst_type} ${percent(p.worst, 0)}`), by: ({ p }) => p.worst ?? -1 },
    { head: "on the front", title: "yes, or the chance to be on it if conversations and repeats were drawn anew", text: ({ i, p }) => (front.has(i) ? "yes" : p.chance_on_front ? `${percent(p.chance_on_front, 0)} %` : ""), by: ({ i, p }) => (front.has(i) ? 2 : (p.chance_on_front ?? 0)) },
    { head: "stands for", title: "combinations that behave the same", text: ({ p }) => String(p.stands_for), by: ({ p }) => p.stands_for },
  ];
  return (
    <>
      <Finding doc={doc} />
      <div class="filters" role="group" aria-label="What is drawn">
        <Choice route={route} arg="by" label="colour by" fallback={by} options={[...page.swept.dimensions.map((d) => ({ value: d.name, text: d.name })), { value: "worst", text: "least kept type" }, ...(timed ? [{ value: "latency", text: "seconds of a question" }] : [])]} />
        <label class="choice">floor: {percent(floor, 0)} % kept, by the lower end
          <input type="range" min="0" max="1" step="0.01" value={floor} onChange={(e) => { location.hash = changed({ floor: e.currentTarget.value }); }} />
        </label>
      </div>
      <Chart label={`Cost against retention of ${page.points.length} points; the front has ${page.front.length}`} name="frontier" height={440} option={cloud} />
      <h2>{floor > 0 ? `${plural(sure.length, "point")} keep${sure.length === 1 ? "s" : ""} ${percent(floor, 0)} % or more with 95 % confidence, the cheapest first` : `${plural(sure.length, "point")}, the cheapest first`}</h2>
      {sure.length ? (
        <Table label="Points above the floor" id="points" route={route} columns={columns} rows={sure} most={15} rowClass={({ i }) => (front.has(i) ? "tied" : "")}>
          <span>Bold: on the front. Intervals are of each point by itself; what the front owes to having been chosen is under All tables.</span>
        </Table>
      ) : <p class="missing">No point's lower end reaches this floor. More repeats or scenarios narrow the intervals: <code>arena sweep --repeats N</code>.</p>}
      <h2>Rate and distortion</h2>
      <Chart label="Tokens given for a question against retention" name="rate-distortion" height={380} option={rate} />
      <p class="note">Lines: the most that is kept with so many tokens or fewer, as measured.</p>
      <h2>Settings, cost and retention together</h2>
      <Chart label="Parallel coordinates of all points: settings, cost and answers kept" name="parallel" height={matchMedia("(max-width: 760px)").matches ? 560 : 420} option={lines} />
      <p class="note">A line is a point{floor > 0 && "; faint ones don't reach the floor"}. – where a setting doesn't apply.</p>
      <h2>Break-even {floor > 0 ? `at ${percent(floor, 0)} % kept or more` : "on the front"}</h2>
      {evens.length ? (
        <>
          <Chart label={`Cost by number of questions, of ${floor > 0 ? "the points that are the cheapest somewhere" : "the points on the front"}`} name="break-even" height={360} option={even} />
          <p class="note">Upkeep of the memory once, and each question that reads it.{floor === 0 && " A floor leaves those that keep enough and are the cheapest somewhere."}</p>
        </>
      ) : <p class="missing">{floor > 0 ? "No point's lower end reaches this floor." : "No point of the front has a cost."}</p>}
      {page.effects.length > 0 && <Effects effects={page.effects} dropped={page.swept.dropped} route={route} />}
      <Warnings texts={doc.warnings} />
      <Words>
        <dt>point</dt><dd>a combination of settings, played on every conversation to the end. Combinations that behave the same are one point, which stands for them.</dd>
        <dt>answers kept</dt><dd>of the questions about facts that were stated, those whose answer has the value. [76–94] is the 95 % interval: how far other conversations of the kind would move it.</dd>
        <dt>cost</dt><dd>of a conversation: what the memory's upkeep writes, and what the dialogue and the final task read, at list prices.</dd>
        <dt>front</dt><dd>the points that no other beats in all of cost, answers kept and tasks passed, or what else was asked for. A percentage in that column is the chance to be on it if conversations and repeats were drawn anew.</dd>
        <dt>knee</dt><dd>the point of the front past which more retention costs much more.</dd>
        <dt>floor</dt><dd>how much must be kept. A point meets it when the lower end of its interval does, not its mean.</dd>
        <dt>worst type</dt><dd>the type of fact that the point keeps least of, types that few questions ask for drawn to the mean of all points.</dd>
        <dt>rate and distortion</dt><dd>how much is kept by how many tokens the model is given for a question.</dd>
        <dt>break-even</dt><dd>writing a memory costs once, reading it with every question: which point is the cheapest depends on how many are asked.</dd>
      </Words>
    </>
  );
}

/** What a point costs, in the unit of the page; undefined where it is free or unpriced. */
function charged(page: FrontierPage, i: number): Charge | undefined {
  const charge = page.unit === "tokens" ? page.points[i]!.tokens : page.points[i]!.usd;
  return charge && charge.write + charge.question > 0 ? charge : undefined;
}

/** The numbers of questions for which costs are drawn, 1 to 1,000. */
const asked = Array.from({ length: 31 }, (_, i) => 10 ** (i / 10));

const costOf = (charge: Charge, questions: number) => charge.write + questions * charge.question;

/** Those of the points that are the cheapest for some number of questions. */
function cheapest(page: FrontierPage, among: number[]): number[] {
  const priced = among.filter((i) => charged(page, i));
  if (!priced.length) return [];
  const at = (q: number) => priced.reduce((a, b) => (costOf(charged(page, b)!, q) < costOf(charged(page, a)!, q) ? b : a));
  return [...new Set(asked.map(at))];
}

/** The levels of a dimension that points have, in its order; – where it doesn't apply. */
function levelsOf(page: FrontierPage, dim: number): string[] {
  return [...page.swept.dimensions[dim]!.levels, ""].filter((l) => page.points.some((p) => (p.levels[dim] ?? "") === l)).map((l) => l || "–");
}

/** The values of a dimension, or of an objective, by point, for colours. */
function series(page: FrontierPage, by: string): { names: string[]; of: (p: Point) => number } | null {
  const at = page.swept.dimensions.findIndex((d) => d.name === by);
  if (at < 0) return null;
  const names = levelsOf(page, at);
  return { names, of: (p) => names.indexOf(p.levels[at] || "–") };
}

function scatter(page: FrontierPage, by: string, floor: number, xName: string, x: (p: Point) => number, c: Colours, steps: boolean): Option {
  const groups = series(page, by);
  const at = (p: Point, i: number) => ({ i, value: [x(p), 100 * (p.retention.mean ?? 0), by === "latency" ? (p.latency_seconds ?? 0) : 100 * (p.worst ?? 0)] });
  const all = page.points.map(at).filter((d) => page.points[d.i]!.retention.mean !== null && d.value[0]! > 0);
  const dots = (groups ? groups.names : ["points"]).map((name, k) => ({
    name, type: "scatter", symbolSize: 7, data: groups ? all.filter((d) => groups.of(page.points[d.i]!) === k) : all,
    itemStyle: groups ? { color: palette[k % palette.length], opacity: 0.75 } : { opacity: 0.85 },
    symbol: ["circle", "rect", "triangle", "diamond", "pin", "roundRect"][Math.floor(k / palette.length) % 6],
  }));
  const xs = all.map((d) => d.value[0]!), low = Math.min(...xs), high = Math.max(...xs);
  const front = best(page.front.map((i) => ({ value: [x(page.points[i]!), 100 * (page.points[i]!.retention.mean ?? 0)] }))); // what is on it by its tasks is off the line
  return {
    grid: { left: 56, right: groups ? 20 : 90, top: 56, bottom: 52 },
    legend: {},
    tooltip: {
      formatter: (p: { data: { i: number } }) => settings(page, p.data.i),
    },
    visualMap: groups ? undefined : { dimension: 2, seriesIndex: 0, precision: 1, min: Math.min(...all.map((d) => d.value[2]!)), max: Math.max(...all.map((d) => d.value[2]!)), right: 0, top: 60, text: [by === "latency" ? "seconds" : "worst type, %", ""], textStyle: { color: c.text }, inRange: { color: ["#440154", "#3b528b", "#21918c", "#5ec962", "#fde725"] }, calculable: true },
    xAxis: axis(c, xName, 32, { type: "log", min: low / 1.2, max: high * 1.2, axisLabel: { color: c.text, hideOverlap: true, showMinLabel: false, showMaxLabel: false } }),
    yAxis: axis(c, "answers kept, %", 38, { type: "value", scale: true }),
    series: [
      ...dots,
      ...(steps ? (groups ? groups.names : ["points"]).map((name, k) => ({
        name, type: "line", silent: true, symbol: "none", step: "end", lineStyle: { color: groups ? palette[k % palette.length] : c.text, width: 1.5 },
        data: best(all.filter((d) => !groups || groups.of(page.points[d.i]!) === k)),
      })) : []),
      ...(steps ? [] : [whiskers(page.front.filter((i) => page.points[i]!.retention.low !== null).map((i) => { const r = page.points[i]!.retention; return [x(page.points[i]!), 100 * r.mean!, 100 * r.low!, 100 * r.high!]; }), c.faint)]),
      ...(steps ? [] : [{ name: "front", type: "line", silent: true, symbol: "none", data: front, lineStyle: { color: c.text, width: 1.5 }, itemStyle: { color: c.text } }]),
      ...(floor > 0 && all.length ? [{ name: "floor", type: "line", silent: true, symbol: "none", lineStyle: { color: c.warn, type: "dashed" }, itemStyle: { color: c.warn }, data: [[low, 100 * floor], [high, 100 * floor]] }] : []),
    ],
  };
}

/** A point in words, for a tooltip. */
function settings(page: FrontierPage, i: number): string {
  const p = page.points[i]!;
  return `<b>${safe(page.names[i]!)}</b><br>${safe(p.settings).replaceAll(", ", "<br>")}<br>${interval(p.retention)} %, ${page.unit === "tokens" ? p.cost.toFixed(0) + " tokens" : usd(p.cost) + " USD"}`;
}

/** The most that is kept with so many tokens or fewer. */
function best(all: { value: number[] }[]): number[][] {
  const out: number[][] = [];
  for (const d of [...all].sort((a, b) => a.value[0]! - b.value[0]! || b.value[1]! - a.value[1]!)) {
    if (!out.length || d.value[1]! > out[out.length - 1]![1]!) out.push([d.value[0]!, d.value[1]!]);
  }
  return out;
}

/** The lines of all points. Where there is little width the axes lie, one under the other. */
function parallel(page: FrontierPage, by: string, costName: string, floor: number, c: Colours, width: number): Option {
  const ds = page.swept.dimensions, groups = series(page, by), lies = width < 560;
  const common = { nameLocation: "start", nameTextStyle: { color: c.text, align: lies ? "right" : "center" }, axisTick: { show: false }, axisLine: { lineStyle: { color: c.line } }, axisLabel: { color: c.text, backgroundColor: c.back, padding: [1, 3], margin: 4, hideOverlap: true } };
  const costs = page.points.map((p) => p.cost).filter((x) => x > 0);
  return {
    tooltip: { formatter: (p: { data: { i: number } }) => settings(page, p.data.i) },
    parallel: lies ? { layout: "vertical", left: 84, right: 24, top: 16, bottom: 40 } : { left: 60, right: 60, top: 16, bottom: 44 },
    parallelAxis: [
      ...ds.map((d, dim) => ({ dim, name: d.name, type: "category", data: levelsOf(page, dim), ...common })),
      { dim: ds.length, name: costName.replace(" a conversation", ""), type: "log", min: Math.min(...costs) / 1.2, max: Math.max(...costs) * 1.2, ...common, axisLabel: { ...common.axisLabel, showMinLabel: false, showMaxLabel: false } },
      { dim: ds.length + 1, name: "kept, %", min: 0, max: 100, ...common },
    ],
    series: [{
      type: "parallel", progressive: 0, emphasis: { lineStyle: { width: 4, opacity: 1 } }, inactiveOpacity: 0.02,
      data: page.points.map((p, i) => ({ p, i })).filter(({ p }) => p.retention.mean !== null && p.cost > 0).map(({ p, i }) => ({
        i, value: [...p.levels.map((l) => l || "–"), p.cost, 100 * p.retention.mean!],
        lineStyle: { width: 1.5, color: groups ? palette[groups.of(p) % palette.length] : c.accent, opacity: (p.retention.low ?? 0) < floor ? 0.08 : page.points.length > 100 ? 0.3 : 0.6 },
      })),
    }],
  };
}

function breakEven(page: FrontierPage, drawn: number[], c: Colours): Option {
  return {
    grid: { left: 70, right: 20, top: 40, bottom: 52 },
    legend: {},
    tooltip: { formatter: (p: { seriesName: string; value: number[] }) => `${safe(p.seriesName)}<br>${p.value[0]!.toFixed(0)} questions: ${page.unit === "tokens" ? p.value[1]!.toFixed(0) + " tokens" : usd(p.value[1]!) + " USD"}` },
    xAxis: axis(c, "questions", 30, { type: "log" }),
    yAxis: axis(c, page.unit === "tokens" ? "tokens" : "USD", 54, { type: "log" }),
    series: drawn.map((i, k) => ({
      name: page.names[i], type: "line", symbolSize: 4, itemStyle: { color: palette[k % palette.length] }, lineStyle: { color: palette[k % palette.length], type: k < palette.length ? "solid" : "dashed" },
      data: asked.map((q) => [q, costOf(charged(page, i)!, q)]),
    })),
  };
}

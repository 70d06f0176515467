// A sweep: cost against retention of every point, what to choose for a floor, and what the settings do.
import { useCallback, useMemo } from "preact/hooks";
import { Chart, axis, palette, safe, whiskers, type Option, type colours } from "./chart";
import { interval, percent, usd, type Doc, type Figure } from "./data";
import { Choice, Warnings } from "./parts";
import { changed, type Route } from "./route";
import { Table, type Column } from "./table";
import { Effects } from "./effects";
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

interface Span { from_questions: number; point: number; write: number; question: number }

export interface FrontierPage {
  kind: "frontier";
  number: number;
  unit: string;
  swept: { dimensions: { name: string; levels: string[] }[]; space: string; status: string; analysed: number; dropped: number };
  points: Point[];
  front: number[];
  knee: number | null;
  cheapest_on_front: Span[];
  floors: { retention: number; points: number; cheapest: Span[] }[];
}

const questionTokens = (p: Point) => p.tokens.question;

export function FrontierView({ doc, page, route }: { doc: Doc; page: FrontierPage; route: Route }) {
  const by = route.args.get("by") ?? page.swept.dimensions[0]?.name ?? "";
  const floor = Number(route.args.get("floor") ?? 0);
  const front = useMemo(() => new Set(page.front), [page]);
  const costName = page.unit === "tokens" ? "tokens a conversation" : "USD a conversation";
  const cloud = useCallback((c: ReturnType<typeof colours>) => scatter(page, by, floor, costName, (p) => p.cost, c), [page, by, floor]);
  const rate = useCallback((c: ReturnType<typeof colours>) => scatter(page, by, floor, "tokens given for a question", questionTokens, c, true), [page, by, floor]);
  const lines = useCallback((c: ReturnType<typeof colours>) => parallel(page, costName, floor, c), [page, floor]);
  // What is worked out for a floor is of those in steps; the highest that the slider reaches.
  const met = page.floors.filter((f) => f.retention <= floor + 1e-9).at(-1);
  const beyond = floor > 0 && !sureAt(page, floor);
  const spans = met?.cheapest ?? page.cheapest_on_front;
  const even = useCallback((c: ReturnType<typeof colours>) => breakEven(page, spans, c), [page, spans]);
  const sure = page.points.map((p, i) => ({ p, i })).filter(({ p }) => p.retention.low !== null && p.retention.low >= floor).sort((a, b) => a.p.cost - b.p.cost);
  const columns: Column<{ p: Point; i: number }>[] = [
    { head: "settings", left: true, text: ({ p }) => p.settings },
    { head: "answers kept %", text: ({ p }) => interval(p.retention), by: ({ p }) => p.retention.mean ?? -1 },
    { head: costName, text: ({ p }) => (page.unit === "tokens" ? p.cost.toFixed(0) : usd(p.cost)), by: ({ p }) => p.cost },
    { head: "worst type", left: true, text: ({ p }) => (p.worst === null ? "–" : `${p.worst_type} ${percent(p.worst, 0)}`), by: ({ p }) => p.worst ?? -1 },
    { head: "on the front", text: ({ i, p }) => (front.has(i) ? "yes" : p.chance_on_front ? `${percent(p.chance_on_front, 0)} %` : ""), by: ({ i, p }) => (front.has(i) ? 2 : (p.chance_on_front ?? 0)) },
    { head: "stands for", title: "combinations that behave the same", text: ({ p }) => String(p.stands_for), by: ({ p }) => p.stands_for },
  ];
  return (
    <>
      <Finding doc={doc} />
      <div class="filters" role="group" aria-label="What is drawn">
        <Choice route={route} arg="by" label="colour by" fallback={by} options={[...page.swept.dimensions.map((d) => ({ value: d.name, text: d.name })), { value: "worst", text: "least kept type" }, { value: "latency", text: "seconds of a question" }]} />
        <label class="choice">floor: {percent(floor, 0)} % kept, by the lower end
          <input type="range" min="0" max="1" step="0.01" value={floor} onChange={(e) => { location.hash = changed({ floor: e.currentTarget.value }); }} />
        </label>
      </div>
      <Chart label={`Cost against retention of ${page.points.length} points; the front has ${page.front.length}`} name="frontier" height={440} option={cloud} />
      <h2>{sure.length} points keep {percent(floor, 0)} % or more with 95 % confidence, the cheapest first</h2>
      {sure.length ? (
        <Table label="Points above the floor" id="points" route={route} columns={columns} rows={sure.slice(0, 100)} rowClass={({ i }) => (front.has(i) ? "tied" : "")}>
          <span>{sure.length > 100 ? "The first 100. " : ""}Bold: on the front. Intervals are of each point by itself; what the front owes to having been chosen is under All tables.</span>
        </Table>
      ) : <p class="missing">No point's lower end reaches this floor. More repeats or scenarios narrow the intervals: <code>arena sweep --repeats N</code>.</p>}
      <h2>Rate and distortion</h2>
      <Chart label="Tokens given for a question against retention" name="rate-distortion" height={380} option={rate} />
      <p class="note">Lines: the most that is kept with so many tokens or fewer, as measured.</p>
      <h2>Settings, cost and retention together</h2>
      <Chart label="Parallel coordinates of all points" name="parallel" height={420} option={lines} />
      <h2>Break-even {met ? `at ${percent(met.retention, 0)} % kept or more` : "on the front"}</h2>
      {beyond ? <p class="missing">No point's lower end reaches this floor.</p> : spans.length ? (
        <>
          <Chart label={`Cost by number of questions, of ${new Set(spans.map((s) => s.point)).size} points that are the cheapest somewhere`} name="break-even" height={360} option={even} />
          <p class="note">Upkeep of the memory once, and each question that reads it. {cheapest(page, spans)}</p>
        </>
      ) : <p class="missing">No point of the front has a cost.</p>}
      <Effects doc={doc} status={page.swept.status} dropped={page.swept.dropped} route={route} />
      <Warnings texts={doc.warnings} />
    </>
  );
}

const sureAt = (page: FrontierPage, floor: number) => page.points.some((p) => p.retention.low !== null && p.retention.low >= floor);

/** Which point is the cheapest from how many questions on, in words. */
function cheapest(page: FrontierPage, spans: Span[]): string {
  return spans.map((s) => `${s.from_questions > 0 ? `From ${s.from_questions < 10 ? s.from_questions.toFixed(1) : s.from_questions.toFixed(0)} questions on` : "At first"} the cheapest is ${page.points[s.point]!.settings}.`).join(" ");
}

/** The values of a dimension, or of an objective, by point, for colours. */
function series(page: FrontierPage, by: string): { names: string[]; of: (p: Point) => number } | null {
  const at = page.swept.dimensions.findIndex((d) => d.name === by);
  if (at < 0) return null;
  const names = [...new Set(page.points.map((p) => p.levels[at] || "–"))];
  return { names, of: (p) => names.indexOf(p.levels[at] || "–") };
}

function scatter(page: FrontierPage, by: string, floor: number, xName: string, x: (p: Point) => number, c: ReturnType<typeof colours>, log = false): Option {
  const groups = series(page, by);
  const at = (p: Point, i: number) => ({ i, value: [x(p), 100 * (p.retention.mean ?? 0), by === "latency" ? (p.latency_seconds ?? 0) : 100 * (p.worst ?? 0)] });
  const all = page.points.map(at).filter((d) => page.points[d.i]!.retention.mean !== null && d.value[0]! > 0);
  const dots = (groups ? groups.names : ["points"]).map((name, k) => ({
    name, type: "scatter", symbolSize: 7, data: groups ? all.filter((d) => groups.of(page.points[d.i]!) === k) : all,
    itemStyle: groups ? { color: palette[k % palette.length], opacity: 0.75 } : { opacity: 0.85 },
    symbol: ["circle", "rect", "triangle", "diamond", "pin", "roundRect"][Math.floor(k / palette.length) % 6],
  }));
  const front = page.front.map((i) => [x(page.points[i]!), 100 * (page.points[i]!.retention.mean ?? 0)]).sort((a, b) => a[0]! - b[0]!);
  return {
    grid: { left: 56, right: groups ? 20 : 90, top: 56, bottom: 52 },
    legend: { top: 0, type: "scroll", textStyle: { color: c.text } },
    tooltip: {
      formatter: (p: { data: { i: number } }) => settings(page, p.data.i),
    },
    visualMap: groups ? undefined : { dimension: 2, min: Math.min(...all.map((d) => d.value[2]!)), max: Math.max(...all.map((d) => d.value[2]!)), right: 0, top: 60, text: [by === "latency" ? "s" : "%"], textStyle: { color: c.text }, inRange: { color: ["#440154", "#3b528b", "#21918c", "#5ec962", "#fde725"] }, calculable: true },
    xAxis: axis(c, xName, 32, { type: log ? "log" : "value", scale: true }),
    yAxis: axis(c, "answers kept, %", 38, { type: "value", scale: true }),
    series: [
      ...dots,
      ...(log ? (groups ? groups.names : ["points"]).map((name, k) => ({
        name, type: "line", silent: true, symbol: "none", step: "end", lineStyle: { color: groups ? palette[k % palette.length] : c.text, width: 1.5 },
        data: best(all.filter((d) => !groups || groups.of(page.points[d.i]!) === k)),
      })) : []),
      ...(log ? [] : [whiskers(page.front.filter((i) => page.points[i]!.retention.low !== null).map((i) => { const r = page.points[i]!.retention; return [x(page.points[i]!), 100 * r.mean!, 100 * r.low!, 100 * r.high!]; }), c.faint)]),
      ...(log ? [] : [{ name: "front", type: "line", silent: true, symbol: "none", data: front, lineStyle: { color: c.text, width: 1.5 }, itemStyle: { color: c.text } }]),
      ...(floor > 0 && all.length ? [{ name: "floor", type: "line", silent: true, symbol: "none", lineStyle: { color: c.warn, type: "dashed" }, itemStyle: { color: c.warn }, data: [[Math.min(...all.map((d) => d.value[0]!)), 100 * floor], [Math.max(...all.map((d) => d.value[0]!)), 100 * floor]] }] : []),
    ],
  };
}

/** A point in words, for a tooltip. */
function settings(page: FrontierPage, i: number): string {
  const p = page.points[i]!;
  return `<b>${safe(p.strategy)}</b><br>${safe(p.settings).replaceAll(", ", "<br>")}<br>${interval(p.retention)} %, ${page.unit === "tokens" ? p.cost.toFixed(0) + " tokens" : usd(p.cost) + " USD"}`;
}

/** The most that is kept with so many tokens or fewer. */
function best(all: { value: number[] }[]): number[][] {
  const out: number[][] = [];
  for (const d of [...all].sort((a, b) => a.value[0]! - b.value[0]! || b.value[1]! - a.value[1]!)) {
    if (!out.length || d.value[1]! > out[out.length - 1]![1]!) out.push([d.value[0]!, d.value[1]!]);
  }
  return out;
}

function parallel(page: FrontierPage, costName: string, floor: number, c: ReturnType<typeof colours>): Option {
  const ds = page.swept.dimensions;
  const axis = { axisLabel: { color: c.text }, nameTextStyle: { color: c.text } };
  return {
    tooltip: { formatter: (p: { data: { i: number } }) => settings(page, p.data.i) },
    parallel: { left: 50, right: 70, top: 60, bottom: 30 },
    parallelAxis: [
      ...ds.map((d, dim) => ({ dim, name: d.name, type: "category", data: [...d.levels, "–"], nameRotate: 20, ...axis })),
      { dim: ds.length, name: costName, nameRotate: 20, ...axis },
      { dim: ds.length + 1, name: "kept, %", nameRotate: 20, ...axis },
    ],
    series: [{
      type: "parallel", lineStyle: { width: 1, opacity: 0.25 }, inactiveOpacity: 0.02, emphasis: { lineStyle: { width: 4, opacity: 1 } },
      data: page.points.map((p, i) => ({ p, i })).filter(({ p }) => p.retention.mean !== null).map(({ p, i }) => ({
        i, value: [...p.levels.map((l) => l || "–"), p.cost, 100 * p.retention.mean!],
        lineStyle: { color: (p.retention.low ?? 0) >= floor && floor > 0 ? c.other : c.accent, opacity: (p.retention.low ?? 0) >= floor && floor > 0 ? 0.7 : 0.2 },
      })),
    }],
  };
}

function breakEven(page: FrontierPage, spans: Span[], c: ReturnType<typeof colours>): Option {
  const steps = Array.from({ length: 61 }, (_, i) => 10 ** (i / 20)); // 1 to 1,000 questions
  const points = [...new Map(spans.map((s) => [s.point, s])).values()];
  return {
    grid: { left: 70, right: 20, top: 70, bottom: 52 },
    legend: { top: 0, type: "scroll", textStyle: { color: c.text } },
    tooltip: { trigger: "item", formatter: (p: { seriesName: string; value: number[] }) => `${safe(p.seriesName)}<br>${p.value[0]!.toFixed(0)} questions: ${p.value[1]!.toPrecision(3)}` },
    xAxis: axis(c, "questions", 30, { type: "log" }),
    yAxis: axis(c, page.unit === "tokens" ? "tokens" : "USD", 54, { type: "log" }),
    series: points.map((s, k) => ({
      name: page.points[s.point]!.settings, type: "line", symbolSize: 4, itemStyle: { color: palette[k % palette.length] },
      data: steps.map((q) => [q, s.write + q * s.question]).filter((d) => d[1]! > 0),
    })),
  };
}

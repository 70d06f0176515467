// A learning run: what is kept after each session, with and without experience.
import { useCallback } from "preact/hooks";
import { Finding } from "./answer";
import { Chart, axis, safe, whiskers, type Option, type Colours } from "./chart";
import { caption, interval, points, type Doc, type Figure } from "./data";
import { Warnings, Words } from "./parts";
import type { Route } from "./route";
import { Table, type Column } from "./table";

interface Point { session: number; retention: Figure; control: Figure; gain: Figure; write_tokens: number; write_ratio: number }

interface Set_ { set: string; points: Point[] }

export interface LearningPage {
  kind: "learning";
  number: number;
  plan: { strategy: string; sessions: number; chains: number; train: string[]; held_out: string[] };
  sets: Set_[];
}

export function LearningView({ doc, page, route }: { doc: Doc; page: LearningPage; route: Route }) {
  return (
    <>
      <Finding doc={doc} />
      <p class="note">{page.plan.chains} chains of {page.plan.sessions} sessions of {page.plan.strategy}, trained on {page.plan.train.join(", ")}{page.plan.held_out.length > 0 && `; held out: ${page.plan.held_out.join(", ")}`}. After each session a chain is measured on conversations that no session plays, against the same without experience.</p>
      {page.sets.map((s) => <Curve set={s} route={route} />)}
      <Warnings texts={doc.warnings} />
      <Words>
        <dt>session</dt><dd>a conversation after which the strategy looks at what its own memory lost, and keeps what it learnt for the next.</dd>
        <dt>chain</dt><dd>sessions one after the other, each with the experience of those before. Chains know nothing of each other: intervals are over them.</dd>
        <dt>paraphrases</dt><dd>the conversations of the training in other words, which no session plays.</dd>
        <dt>held out</dt><dd>conversations of other kinds, which no session plays.</dd>
        <dt>gain</dt><dd>answers kept with experience less those without, in points, paired by conversation.</dd>
        <dt>write tokens</dt><dd>what the upkeep of the memory asks of a model in a conversation; × without: how many times that of the same without experience.</dd>
      </Words>
    </>
  );
}

function Curve({ set, route }: { set: Set_; route: Route }) {
  const option = useCallback((c: Colours) => curve(set, c), [set]);
  const columns: Column<Point>[] = [
    { head: "sessions", text: (p) => String(p.session), by: (p) => p.session },
    { head: "answer %", text: (p) => interval(p.retention), by: (p) => p.retention.mean ?? -1, hint: (p) => caption(p.retention) },
    { head: "without %", title: "the same conversations without experience", text: (p) => interval(p.control), by: (p) => p.control.mean ?? -1, hint: (p) => caption(p.control) },
    { head: "gain, points", title: "paired by conversation", text: (p) => points(p.gain), by: (p) => p.gain.mean ?? -9, hint: (p) => caption(p.gain) },
    { head: "write tokens", title: "of a conversation, for the upkeep of the memory", text: (p) => (p.write_ratio > 0 ? p.write_tokens.toFixed(0) : "–"), by: (p) => p.write_tokens },
    { head: "× without", text: (p) => (p.write_ratio > 0 ? p.write_ratio.toFixed(2) : "–"), by: (p) => p.write_ratio },
  ];
  const note = set.points.find((p) => p.retention.low === null)?.retention.note;
  return (
    <>
      <h2>On {set.set}</h2>
      <Chart label={`Answers kept on ${set.set} after each session, with and without experience, with 95 % intervals over chains`} name={`learning-${set.set.replace(" ", "-")}`} height={320} option={option} />
      {note && <p class="missing">No intervals: {note}. <code>arena lab learn --chains N</code> plays more.</p>}
      <Table label={`After each session, on ${set.set}`} id={set.set.replace(" ", "-")} route={route} columns={columns} rows={set.points}>
        <span>Answer level, 95 % intervals over chains. Session 0 is without experience.</span>
      </Table>
    </>
  );
}

function curve(set: Set_, c: Colours): Option {
  const of = (f: (p: Point) => Figure) => set.points.filter((p) => f(p).mean !== null).map((p) => {
    const g = f(p);
    return [p.session, 100 * g.mean!, 100 * (g.low ?? g.mean!), 100 * (g.high ?? g.mean!)];
  });
  const withIt = of((p) => p.retention), without = of((p) => p.control);
  return {
    grid: { left: 56, right: 20, top: 36, bottom: 46 },
    legend: {},
    tooltip: { formatter: (p: { seriesName: string; value: number[] }) => `${safe(p.seriesName)}, session ${p.value[0]}<br>${p.value[1]!.toFixed(1)} % [${p.value[2]!.toFixed(0)}–${p.value[3]!.toFixed(0)}]` },
    xAxis: axis(c, "sessions played before", 30, { type: "value", minInterval: 1 }),
    yAxis: axis(c, "answers kept, %", 38, { type: "value", scale: true }),
    series: [
      whiskers(withIt, c.accent),
      { name: "with experience", type: "line", data: withIt, symbolSize: 8, itemStyle: { color: c.accent }, lineStyle: { color: c.accent } },
      { name: "without", type: "line", data: without, symbol: "diamond", symbolSize: 7, itemStyle: { color: c.other }, lineStyle: { color: c.other, type: "dashed" } },
    ],
  };
}

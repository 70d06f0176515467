// The nights of a plan: each strategy's figures from night to night, where they changed, and what was played then.
import { useCallback } from "preact/hooks";
import { Chart, axis, palette, safe, whiskers, type Option, type colours } from "./chart";
import { interval, percent, served, usd, type Doc, type Figure } from "./data";
import { Finding } from "./answer";
import { Warnings } from "./parts";
import { href, type Route } from "./route";
import { Table, type Column } from "./table";

interface Night {
  experiment: number;
  id: string;
  name: string;
  when: string;
  program: string;
  plan: string;
  status: string;
  judged: Judged | null;
  figures: { strategy: string; model: string; answer: Figure; usd: number | null }[];
}

/** What the gates of a night said when it was judged last. */
interface Judged {
  at: string;
  program: string;
  baseline: string;
  passed: boolean;
  finding: string;
  rescored: boolean;
  gates: { name: string; bound: string; result: string; says: string }[];
}

export interface NightsPage {
  kind: "nights";
  nights: Night[];
  changes: { strategy: string; model: string; night: number; before: number; after: number; p: number }[];
}

export function Nights({ doc, page, route }: { doc: Doc; page: NightsPage; route: Route }) {
  const option = useCallback((c: ReturnType<typeof colours>) => trend(page, c), [page]);
  const rows = page.nights.flatMap((n, i) => n.figures.map((f) => ({ n, i, f })));
  const columns: Column<(typeof rows)[number]>[] = [
    { head: "night", left: true, text: (r) => r.n.name || String(r.n.experiment), by: (r) => r.i },
    { head: "strategy", left: true, text: (r) => r.f.strategy },
    { head: "model", left: true, text: (r) => r.f.model },
    { head: "answer %", text: (r) => interval(r.f.answer), by: (r) => r.f.answer.mean ?? -1 },
    { head: "USD a trial", text: (r) => (r.f.usd === null ? "unknown" : usd(r.f.usd)), by: (r) => r.f.usd ?? Infinity },
    { head: "changed", left: true, text: (r) => { const c = page.changes.find((x) => x.night === r.i && x.strategy === r.f.strategy && x.model === r.f.model); return c ? `${percent(c.before)} → ${percent(c.after)} from here on, p ${c.p < 0.001 ? "< 0.001" : c.p.toFixed(3)}` : ""; } },
    { head: "program", left: true, text: (r) => r.n.program },
    { head: "plan", left: true, text: (r) => r.n.plan },
    { head: "status", left: true, text: (r) => r.n.status },
  ];
  return (
    <>
      <Finding doc={doc} />
      {page.nights.length > 1 ? <Chart label={`Answers kept on ${page.nights.length} nights with 95 % intervals over repeats`} name="nights" height={420} option={option} /> : <p class="missing">One night is no trend yet: <code>arena nightly FILE</code> plays the next.</p>}
      <Table label="Nights" id="nights" route={route} columns={columns} rows={[...rows].reverse()}>
        <span>Scenarios fixed: intervals say how far other repeats of the same conversations would move a figure. Changed: binary segmentation, 95 %, corrected for the nights tried. Another plan is another question.</span>
      </Table>
      <Gates nights={page.nights} route={route} />
      <Warnings texts={doc.warnings} />
    </>
  );
}

/** What gates said, the newest night first. */
function Gates({ nights, route }: { nights: Night[]; route: Route }) {
  const rows = nights.map((n, i) => (n.judged?.gates ?? []).map((g) => ({ n, i, j: n.judged!, g }))).reverse().flat();
  const columns: Column<(typeof rows)[number]>[] = [
    { head: "night", left: true, text: (r) => r.n.name || String(r.n.experiment), by: (r) => r.i },
    { head: "gate", left: true, text: (r) => r.g.name },
    { head: "limit", left: true, text: (r) => r.g.bound },
    { head: "result", left: true, text: (r) => r.g.result, show: (r) => <span class={`result ${r.g.result}`}>{r.g.result}</span> },
    { head: "what it said", left: true, text: (r) => r.g.says, show: (r) => <Says r={r} /> },
    { head: "baseline", left: true, text: (r) => r.j.baseline },
    { head: "judged", left: true, text: (r) => `${r.j.at.slice(0, 10)}, ${r.j.program}` },
  ];
  const unjudged = nights.filter((n) => !n.judged), rescored = nights.filter((n) => n.judged?.rescored);
  return (
    <>
      <h2>Gates</h2>
      {rows.length > 0 && (
        <Table label="What the gates said" id="gates" route={route} columns={columns} rows={rows}>
          <span>As each night was judged last, by the program named there; its plan stands in the table above.</span>
        </Table>
      )}
      {rescored.length > 0 && <p class="missing">Trials of {rescored.map((n) => n.name || n.experiment).join(", ")} were scored again since the gates were judged. This judges one again, and asks no model: <code>{command}</code></p>}
      {unjudged.length > 0 && <p class="missing">Not judged: {unjudged.map((n) => n.name || n.experiment).join(", ")}. This judges one, and asks no model: <code>{command}</code></p>}
    </>
  );
}

/** What a gate said; probes that fell lead to a trial that lost them. */
function Says({ r }: { r: { n: Night; g: { name: string; says: string } } }) {
  const [said, fell] = r.g.says.split(/(?<= Fell: )/, 2);
  if (!served || !fell) return <>{r.g.says}</>;
  return <>{said}{fell.split(/(?<=\), )/).map((one) => {
    const [, scenario, lost, rest] = /^(\S+) (\S+)( \(.*)$/s.exec(one) ?? [];
    return scenario ? <><a href={href("trial", { experiment: r.n.experiment, gate: r.g.name, scenario, lost })}>{scenario} {lost}</a>{rest}</> : one;
  })}</>;
}

const command = "arena nightly FILE --night LABEL";

function trend(page: NightsPage, c: ReturnType<typeof colours>): Option {
  const arms = [...new Set(page.nights.flatMap((n) => n.figures.map((f) => `${f.strategy} on ${f.model}`)))];
  const of = (n: Night, arm: string) => n.figures.find((f) => `${f.strategy} on ${f.model}` === arm);
  return {
    grid: { left: 56, right: 20, top: 50, bottom: 60 },
    legend: { top: 0, type: "scroll", textStyle: { color: c.text } },
    tooltip: {
      confine: true,
      formatter: (p: { seriesName: string; data: { night: number } }) => {
        const n = page.nights[p.data.night]!;
        return `<b>${safe(p.seriesName)}</b><br>${safe(n.name)}<br>${interval(of(n, p.seriesName)!.answer)} %<br>${safe(n.program)}`;
      },
    },
    xAxis: { type: "category", data: page.nights.map((n) => n.name || String(n.experiment)), axisLabel: { color: c.text, hideOverlap: true, width: 120, overflow: "truncate" } },
    yAxis: axis(c, "answers kept, %", 38, { type: "value", scale: true }),
    series: arms.flatMap((arm, k) => {
      const data = page.nights.map((n, night) => ({ night, f: of(n, arm)?.answer })).filter((d) => d.f && d.f.mean !== null)
        .map(({ night, f }) => ({ night, value: [night, 100 * f!.mean!, 100 * (f!.low ?? f!.mean!), 100 * (f!.high ?? f!.mean!)] }));
      const colour = palette[k % palette.length]!;
      const [strategy, model] = arm.split(" on ");
      return [
        whiskers(data, colour),
        { name: arm, type: "line", data, encode: { x: 0, y: 1 }, symbolSize: 8, itemStyle: { color: colour }, lineStyle: { color: colour } },
        {
          type: "scatter", silent: true, symbol: "pin", symbolSize: 26, itemStyle: { color: c.warn }, z: 5,
          data: page.changes.filter((x) => x.strategy === strategy && x.model === model).map((x) => [x.night, 100 * x.after]),
        },
      ];
    }),
  };
}

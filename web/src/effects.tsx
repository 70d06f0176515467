// What each setting of a sweep does to retention and to cost.
import { useCallback, useState } from "preact/hooks";
import { Chart, axis, rows, safe, whiskers, type Colours, type Option } from "./chart";
import { points, served, type Doc } from "./data";
import { Chapter, Choice } from "./parts";
import type { Route } from "./route";
import { Table, type Column } from "./table";

interface Measured { mean: number | null; low: number | null; high: number | null }

interface Effect { dimension: string; level: string; points: number; change: Measured; counted: Measured }

interface Surface { objective: string; main: Effect[] }

interface Explained { surfaces: Surface[]; no_surfaces?: string }

/** The section of the page. While a sweep goes on it is worked out by request alone: it takes a processor for half a minute. */
export function Effects({ doc, status, dropped, route }: { doc: Doc; status: string; dropped: number; route: Route }) {
  const [wanted, want] = useState(!served || status === "complete");
  return (
    <>
      <h2 id="effects">What each setting does</h2>
      {wanted ? (
        <Chapter<Explained> doc={doc} name="effects" route={route} waits="Fitting a surface to all points, which takes up to half a minute for hundreds of them…">
          {(e) => (e.surfaces.length ? <Shown explained={e} dropped={dropped} route={route} /> : <p class="missing">Not estimable: {e.no_surfaces}.</p>)}
        </Chapter>
      ) : <p><button type="button" onClick={() => want(true)}>Work it out from the trials so far</button></p>}
    </>
  );
}

const times = (m?: Measured) => (m?.mean == null ? "–" : m.mean.toFixed(2) + (m.low === null || m.high === null ? "" : ` [${m.low.toFixed(2)}–${m.high.toFixed(2)}]`));

function Shown({ explained, dropped, route }: { explained: Explained; dropped: number; route: Route }) {
  const of = (objective: string) => explained.surfaces.find((s) => s.objective === objective)!;
  const kept = of("retention"), paid = of("cost"), cost = route.args.get("effect") === "cost";
  const drawn = (cost ? paid : kept).main;
  const option = useCallback((c: Colours, width: number) => chart(drawn, cost, c, width), [drawn, cost]);
  const levels = kept.main.map((e, i) => ({ e, paid: paid.main[i]! }));
  const columns: Column<(typeof levels)[number]>[] = [
    { head: "setting", left: true, text: ({ e }) => `${e.dimension} ${e.level}` },
    { head: "points", title: "that have the level, and played everything", text: ({ e }) => String(e.points), by: ({ e }) => e.points },
    { head: "answers kept, points", title: "counted: by scenario, the mean of these points less that of all; the interval is over scenarios as a sample", text: ({ e }) => points(e.counted), by: ({ e }) => e.counted?.mean ?? -9 },
    { head: "by a surface", title: "by a Gaussian process over the settings, which sets off what other settings do; its interval is short, for it takes what scenarios do to a level for noise", text: ({ e }) => points(e.change), by: ({ e }) => e.change.mean ?? -9 },
    { head: "cost, times", title: "counted, as a ratio to all points", text: ({ paid }) => times(paid.counted), by: ({ paid }) => paid.counted?.mean ?? -9 },
    { head: "cost by a surface", title: "as a ratio to a typical point", text: ({ paid }) => times(paid.change), by: ({ paid }) => paid.change.mean ?? -9 },
  ];
  return (
    <>
      <div class="filters"><Choice route={route} arg="effect" label="effect on" fallback="retention" options={[{ value: "retention", text: "answers kept" }, { value: "cost", text: "cost" }]} /></div>
      <Chart label={`What each level of each setting does to ${cost ? "cost" : "answers kept"}, with 95 % intervals`} name={`effects-${cost ? "cost" : "retention"}`} height={90 + 24 * drawn.length} option={option} />
      <Table label="Effects of the settings, one by one" id="effects" route={route} columns={columns} rows={levels}>
        <span>Against a typical point to which the setting applies; 95 % intervals. Those of what is counted, over scenarios as a sample, are the ones to trust.{dropped > 0 && " Points that were dropped aren't in it: what is left of a bad level is its best."}</span>
      </Table>
    </>
  );
}

function chart(effects: Effect[], cost: boolean, c: Colours, width: number): Option {
  const left = Math.min(190, Math.round(0.4 * width)), scale = cost ? 1 : 100;
  const drawn = [...effects].reverse();
  const of = (m: (e: Effect) => Measured | undefined, down: number) => drawn.flatMap((e, i) => {
    const x = m(e);
    return x?.mean == null ? [] : [[scale * x.mean, i + down, scale * (x.low ?? x.mean), scale * (x.high ?? x.mean)]];
  });
  const counted = of((e) => e.counted, 0.16), fitted = of((e) => e.change, -0.16);
  const none = cost ? 1 : 0;
  return {
    grid: { left, right: 20, top: 36, bottom: 46 },
    legend: {},
    tooltip: { formatter: (p: { seriesName: string; value: number[] }) => { const e = drawn[Math.round(p.value[1]!)]!, m = p.seriesName === "counted" ? e.counted : e.change; return `<b>${safe(e.dimension)} ${safe(e.level)}</b><br>${p.seriesName}: ${cost ? times(m) + " times the cost" : points(m) + " points"}<br>${e.points} points of the sweep`; } },
    xAxis: axis(c, cost ? "cost, times that of all" : "change of answers kept, points", 30, cost ? { type: "log" } : { type: "value" }),
    yAxis: rows(c, drawn.map((e) => `${e.dimension} ${e.level}`), left - 12),
    series: [
      whiskers(counted, c.accent, true), whiskers(fitted, c.other, true),
      { name: "counted", type: "scatter", data: counted, symbolSize: 9, itemStyle: { color: c.accent } },
      { name: "by a surface", type: "scatter", data: fitted, symbol: "diamond", symbolSize: 9, itemStyle: { color: c.other } },
      { type: "line", silent: true, symbol: "none", data: [[none, -1], [none, drawn.length]], lineStyle: { color: c.faint, type: "dashed", width: 1 } },
    ],
  };
}

// What each setting of a sweep does to retention and to cost.
import { useCallback } from "preact/hooks";
import { Chart, axis, rows, safe, whiskers, type Colours, type Option } from "./chart";
import { points } from "./data";
import { Choice } from "./parts";
import type { Route } from "./route";
import { Table, type Column } from "./table";

interface Measured { mean: number | null; low: number | null; high: number | null }

export interface Effect { dimension: string; level: string; points: number; retention: Measured; cost: Measured }

const times = (m: Measured) => (m.mean == null ? "–" : m.mean.toFixed(2) + (m.low === null || m.high === null ? "" : ` [${m.low.toFixed(2)}–${m.high.toFixed(2)}]`));

/** The section of the page. */
export function Effects({ effects, dropped, route }: { effects: Effect[]; dropped: number; route: Route }) {
  const cost = route.args.get("effect") === "cost";
  const option = useCallback((c: Colours, width: number) => chart(effects, cost, c, width), [effects, cost]);
  const columns: Column<Effect>[] = [
    { head: "setting", left: true, text: (e) => `${e.dimension} ${e.level}` },
    { head: "points", title: "that have the level, and played everything", text: (e) => String(e.points), by: (e) => e.points },
    { head: "answers kept, points", title: "by scenario, the mean of these points less that of all; the interval is over scenarios as a sample", text: (e) => points(e.retention), by: (e) => e.retention.mean ?? -9 },
    { head: "cost, times", title: "as a ratio to all points", text: (e) => times(e.cost), by: (e) => e.cost.mean ?? -9 },
  ];
  return (
    <>
      <h2 id="effects">What each setting does</h2>
      <div class="filters"><Choice route={route} arg="effect" label="effect on" fallback="retention" options={[{ value: "retention", text: "answers kept" }, { value: "cost", text: "cost" }]} /></div>
      <Chart label={`What each level of each setting does to ${cost ? "cost" : "answers kept"}, with 95 % intervals`} name={`effects-${cost ? "cost" : "retention"}`} height={90 + 24 * effects.length} option={option} />
      <Table label="Effects of the settings, one by one" id="effects" route={route} columns={columns} rows={effects}>
        <span>Against all points to which the setting applies, counted by scenario; 95 % intervals over scenarios as a sample.{dropped > 0 && " Points that were dropped aren't in it: what is left of a bad level is its best."}</span>
      </Table>
    </>
  );
}

function chart(effects: Effect[], cost: boolean, c: Colours, width: number): Option {
  const left = Math.min(190, Math.round(0.4 * width)), scale = cost ? 1 : 100;
  const drawn = [...effects].reverse();
  const counted = drawn.flatMap((e, i) => {
    const x = cost ? e.cost : e.retention;
    return x.mean == null ? [] : [[scale * x.mean, i, scale * (x.low ?? x.mean), scale * (x.high ?? x.mean)]];
  });
  const none = cost ? 1 : 0;
  return {
    grid: { left, right: 20, top: 20, bottom: 46 },
    tooltip: { formatter: (p: { value: number[] }) => { const e = drawn[Math.round(p.value[1]!)]!; return `<b>${safe(e.dimension)} ${safe(e.level)}</b><br>${cost ? times(e.cost) + " times the cost" : points(e.retention) + " points"}<br>${e.points} points of the sweep`; } },
    xAxis: axis(c, cost ? "cost, times that of all" : "change of answers kept, points", 30, cost ? { type: "log" } : { type: "value" }),
    yAxis: rows(c, drawn.map((e) => `${e.dimension} ${e.level}`), left - 12),
    series: [
      whiskers(counted, c.accent, true),
      { type: "scatter", data: counted, symbolSize: 9, itemStyle: { color: c.accent } },
      { type: "line", silent: true, symbol: "none", data: [[none, -1], [none, drawn.length]], lineStyle: { color: c.faint, type: "dashed", width: 1 } },
    ],
  };
}

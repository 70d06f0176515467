// The answer: what was found, cost against retention, and the leaderboard.
import { useCallback } from "preact/hooks";
import { Chart, axis, safe, whiskers, type Option, type Colours } from "./chart";
import { caption, interval, percent, usd, type Doc, type Figure, type Outcomes, type Page, type Row } from "./data";
import { href, type Route } from "./route";
import { Table, type Column } from "./table";
import { Warnings, jump } from "./parts";
import { Played } from "./played";

export const cost = (r: Row) => (r.cost.priced ? r.cost.write_usd + r.cost.read_usd : null);

export function name(page: { rows: Row[] }, r: Row): string {
  return new Set(page.rows.map((o) => o.model)).size > 1 ? `${r.strategy} · ${r.model}` : r.strategy;
}

export function notDone(o: Outcomes): string {
  const parts = [[o.failed, "failed"], [o.refused, "refused"], [o.truncated, "cut"], [o.unfunded, "unfunded"], [o.not_run, "not run"]] as const;
  return parts.filter(([n]) => n > 0).map(([n, w]) => `${n} ${w}`).join(", ") || "0";
}

/** The type of fact that a row keeps least of, of those that were asked for. Of a tie the one with more probes, then the first, as in every report. */
function worst(page: Page, r: Row): [string, number] | null {
  let least: [string, Figure] | null = null;
  for (const type of page.types) {
    const f = r.by_type[type];
    if (f && f.mean !== null && (!least || f.mean < least[1].mean! || (f.mean === least[1].mean && f.n > least[1].n))) least = [type, f];
  }
  return least && [least[0], least[1].mean!];
}

type Place = "strategy" | "answer" | "memory" | "cost" | "tokens" | "done";

/** The cell of a row that a warning is about. */
function placeOf(warning: string): Place {
  if (/\bprice\b/.test(warning)) return "cost";
  if (/context/.test(warning)) return "tokens";
  if (/token cap|memory/.test(warning)) return "memory";
  if (/failed|refused|not completed|errors/.test(warning)) return "done";
  if (/replies|answers/.test(warning)) return "answer";
  return "strategy";
}

/** Numbers of the warnings that name a row, as marks on the cell that they are about. */
function Marks({ r, at, warnings }: { r: Row; at: Place; warnings: string[] }) {
  const name = new RegExp(`(^|[\\s:,(])${r.strategy.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}($|[\\s,;:.]| on )`);
  const model = (w: string) => !/ on \S+:/.test(w) || w.includes(` on ${r.model}`);
  return (
    <>
      {warnings.map((w, i) => name.test(w) && model(w) && placeOf(w) === at && (
        <a class="mark" href="#" data-tip={w} aria-label={`warning ${i + 1}`} onClick={(e) => jump(e, `warning-${i + 1}`)}>{i + 1}</a>
      ))}
    </>
  );
}

export function Answer({ doc, page, route }: { doc: Doc; page: Page; route: Route }) {
  const option = useCallback((c: Colours, width: number) => scatter(page, c, width), [page]);
  const priced = page.rows.filter((r) => cost(r) !== null && r.answer.mean !== null);
  const marks = (r: Row, at: Place) => <Marks r={r} at={at} warnings={doc.warnings} />;
  const dollars = (r: Row) => (cost(r) === null ? "unknown" : usd(cost(r)!));
  const columns: Column<Row>[] = [
    { head: "strategy", left: true, text: (r) => name(page, r), hint: (r) => page.about[r.strategy] ?? "", show: (r) => <><a href={href("where", { row: page.rows.indexOf(r) })}>{name(page, r)}</a>{marks(r, "strategy")}</> },
    { head: "answer %", title: "answers that give the value, of current and derived probes, with the 95 % interval", text: (r) => interval(r.answer), show: (r) => <>{interval(r.answer)}{marks(r, "answer")}</>, by: (r) => r.answer.mean ?? -1, hint: (r) => caption(r.answer) },
    { head: "best?", title: "not excluded from being the best (multiple comparisons with the best, 95 %); controls aren't candidates", text: (r) => (r.control ? "control" : r.best?.maybe_best ? "maybe" : r.best ? "no" : "–"), hint: (r) => r.best?.note ?? "" },
    { head: "context %", title: "all the model saw for the question", text: (r) => percent(r.context.mean), by: (r) => r.context.mean ?? -1, hint: (r) => caption(r.context) },
    { head: "memory %", title: "the notes, of facts that had left the window", text: (r) => percent(r.memory.mean), show: (r) => <>{percent(r.memory.mean)}{marks(r, "memory")}</>, by: (r) => r.memory.mean ?? -1, hint: (r) => caption(r.memory) },
    { head: "stale %", title: "answers that use the old value", text: (r) => percent(r.stale.mean), by: (r) => r.stale.mean ?? -1, hint: (r) => caption(r.stale) },
    { head: "USD a trial", title: "write and read, at nominal prices", text: (r) => dollars(r), show: (r) => <>{dollars(r)}{marks(r, "cost")}</>, by: (r) => cost(r) ?? Infinity },
    { head: "context tokens", title: "given to the model for a question", text: (r) => Math.round(r.cost.context_tokens).toString(), show: (r) => <>{Math.round(r.cost.context_tokens)}{marks(r, "tokens")}</>, by: (r) => r.cost.context_tokens },
    ...(page.rows.some((r) => r.latency) ? (["p50", "p95"] as const).map((p): Column<Row> => ({
      head: `${p} s`, title: `seconds that ${p === "p50" ? "half" : "95 %"} of the answers took at most, as first recorded${page.experiment.simulated ? ", SIMULATED" : ""}`,
      text: (r) => r.latency?.[`${p}_s`].toFixed(2) ?? "–", by: (r) => r.latency?.[`${p}_s`] ?? Infinity, hint: (r) => (r.latency ? `${r.latency.answers} answers` : ""),
    })) : []),
    { head: "worst type", left: true, title: "the type of fact kept least, %", text: (r) => { const w = worst(page, r); return w ? `${w[0]} ${percent(w[1], 0)}` : "–"; }, by: (r) => worst(page, r)?.[1] ?? -1 },
    { head: "not done", left: true, title: "trials that are in no figure", text: (r) => notDone(r.outcomes), show: (r) => <>{notDone(r.outcomes)}{marks(r, "done")}</> },
  ];
  return (
    <>
      <Finding doc={doc} />
      {priced.length > 0 ? (
        <Chart label={`Cost against retention: ${priced.length} strategies, USD of a trial and answers kept, with 95 % intervals`} name="cost-retention" height={420} option={option}
          to={(data) => href("where", { row: (data as { row: number }).row })} />
      ) : (
        <p class="missing">No strategy has both a price and an answer yet, so cost can't be drawn: <code>--prices FILE</code> adds prices.</p>
      )}
      <h2>Leaderboard</h2>
      <Table label="Leaderboard" id="leaderboard" route={route} columns={columns} rows={page.rows} rowClass={(r) => (r.control ? "control" : r.best?.maybe_best ? "tied" : "")}>
        <span>Bold, with a bar: not excluded from being the best, so these are tied. Faint: controls. A strategy's name leads to where it lost what. Small numbers are warnings, below. A figure has its denominator under the pointer, a tap, or arrow keys.</span>
      </Table>
      <Warnings texts={doc.warnings} />
      <Played page={page} />
    </>
  );
}

export function Finding({ doc }: { doc: Doc }) {
  return doc.finding ? <p class="finding">{doc.finding}</p> : <></>;
}

function scatter(page: Page, c: Colours, width: number): Option {
  const points = page.rows.map((r, row) => ({ r, row, usd: cost(r) })).filter((p) => p.usd !== null && p.r.answer.mean !== null);
  const series = (control: boolean) => points.filter((p) => p.r.control === control).map((p) => ({
    row: p.row, name: name(page, p.r),
    value: [p.usd!, 100 * p.r.answer.mean!, 100 * (p.r.answer.low ?? p.r.answer.mean!), 100 * (p.r.answer.high ?? p.r.answer.mean!)],
  }));
  const dots = (label: string, data: unknown[], colour: string, symbol: string) => ({
    name: label, type: "scatter", data, symbol, symbolSize: 9, z: 2, itemStyle: { color: colour },
    label: { show: width > 560, position: "right", formatter: "{b}", color: c.text, fontSize: 11, minMargin: 6 },
    labelLayout: { hideOverlap: true },
  });
  const mine = series(false), controls = series(true);
  return {
    grid: { left: 56, right: width > 560 ? 130 : 16, top: 36, bottom: 52 },
    legend: {},
    tooltip: {
      formatter: (p: { data: { row: number; name: string } }) => `<b>${safe(p.data.name)}</b><br>${interval(page.rows[p.data.row]!.answer)} %<br>${usd(cost(page.rows[p.data.row]!)!)} USD`,
    },
    xAxis: axis(c, "USD a trial, write and read", 32, { type: "value", scale: true }),
    yAxis: axis(c, "answers kept, %", 38, { type: "value", min: 0, max: 100 }),
    series: [
      whiskers(mine, c.accent), whiskers(controls, c.other),
      ...(mine.length ? [dots("strategies", mine, c.accent, "circle")] : []), ...(controls.length ? [dots("controls", controls, c.other, "diamond")] : []),
    ],
  };
}

// Two or more variants: paired differences as a forest, and the probes that one kept and the other didn't.
import { useCallback } from "preact/hooks";
import { name } from "./answer";
import { Chart, axis, safe, whiskers, type Option, type Colours } from "./chart";
import { answerLevel, points, signed, usd, verdict, type Doc, type Facts, type Figure, type Page, type Pair, type Run, type Trial } from "./data";
import { Chapter, Choice, Listed } from "./parts";
import { href, type Route } from "./route";
import { Table, type Column } from "./table";

interface Against { row: number; trials: number; same: number; answer?: Figure; stale?: Figure; usd?: Figure }

/** Every other row minus the reference, paired. */
function against(pairs: Pair[]): Against[] {
  const out: Against[] = [];
  for (const p of pairs) {
    out.push({ row: p.row, trials: p.trials, same: p.same, answer: p.deltas.answer, stale: p.deltas.stale, usd: p.deltas.cost_usd });
  }
  return out.sort((x, y) => (y.answer?.mean ?? -9) - (x.answer?.mean ?? -9));
}

export function Compare({ doc, page, route }: { doc: Doc; page: Page; route: Route }) {
  const usual = page.rows.findIndex((r) => r.strategy === "full_context");
  const reference = route.args.get("a") ? Number(route.args.get("a")) : Math.max(0, usual);
  return (
    <Chapter<Pair[]> key={reference} doc={doc} name={`pairs-${reference}`} route={route}>
      {(pairs) => <Compared doc={doc} page={page} pairs={pairs} reference={reference} route={route} />}
    </Chapter>
  );
}

function Compared({ doc, page, pairs, reference, route }: { doc: Doc; page: Page; pairs: Pair[]; reference: number; route: Route }) {
  const other = route.args.get("b") ? Number(route.args.get("b")) : -1;
  const rows = against(pairs);
  const option = useCallback((c: Colours) => forest(page, rows, c), [page, pairs, reference]);
  const choices = page.rows.map((r, i) => ({ value: String(i), text: name(page, r) }));
  const columns: Column<Against>[] = [
    { head: "strategy", left: true, text: (x) => name(page, page.rows[x.row]!), show: (x) => <a href={href("compare", { a: reference, b: x.row })}>{name(page, page.rows[x.row]!)}</a> },
    { head: "answers kept, points", text: (x) => points(x.answer), by: (x) => x.answer?.mean ?? -9 },
    { head: "stale, points", text: (x) => points(x.stale), by: (x) => x.stale?.mean ?? -9 },
    { head: "USD a trial", text: (x) => (x.usd?.mean == null ? "–" : signed(usd(x.usd.mean))), by: (x) => x.usd?.mean ?? 0 },
    { head: "pairs", text: (x) => String(x.trials), by: (x) => x.trials, hint: (x) => `${x.same} of them are one and the same trial` },
  ];
  const label = name(page, page.rows[reference]!);
  return (
    <>
      <div class="filters" role="group" aria-label="What is compared">
        <Choice route={route} arg="a" label="reference" fallback={String(reference)} options={choices} />
        <Choice route={route} arg="b" label="against" none="all" options={choices.filter((c) => c.value !== String(reference))} />
      </div>
      {rows.length === 0 ? (
        <p class="missing">Nothing to compare: no other strategy of the same model completed a trial that {label} completed too{page.rows.length > 60 ? ", or there are more than 60 (arena compare takes any two)" : ""}.</p>
      ) : (
        <>
          <h2>Each strategy minus {label}</h2>
          <Chart label={`Paired differences to ${label} in answers kept, with 95 % intervals`} name={`against-${label}`} height={90 + 22 * rows.length} option={option}
            to={(_, at) => href("compare", { a: reference, b: rows[rows.length - 1 - at]!.row })} />
          <Table label="Paired differences" id="pairs" route={route} columns={columns} rows={rows}><span>Paired by scenario and repeat; 95 % intervals over scenarios as a sample: those of answers hold for all rows at once, as the leaderboard's, the others each alone. An interval that holds 0 doesn't tell the two apart.</span></Table>
        </>
      )}
      {other >= 0 && <Chapter<Facts> doc={doc} name="facts" route={route}>{(facts) => <Flipped page={{ ...page, ...facts }} a={reference} b={other} />}</Chapter>}
    </>
  );
}

interface Flip { scenario: number; probe: number; a: number; b: number; n: number; trialA: Trial; trialB: Trial }

function flips(page: Run, a: number, b: number): Flip[] {
  const out: Flip[] = [];
  const trial = new Map(page.trials.map((t) => [`${t.row} ${t.scenario} ${t.repeat}`, t]));
  page.scenarios.forEach((s, scenario) => s.probes.forEach((p, probe) => {
    if (!p.headline) return;
    let f: Flip | undefined;
    for (const t of page.trials) {
      if (t.row !== a || t.scenario !== scenario || t.outcome !== "completed") continue;
      const o = trial.get(`${b} ${scenario} ${t.repeat}`);
      if (!o || o.outcome !== "completed") continue;
      const x = verdict(t, probe, answerLevel), y = verdict(o, probe, answerLevel);
      if ([x, y].includes("void")) continue;
      f ??= { scenario, probe, a: 0, b: 0, n: 0, trialA: t, trialB: o };
      f.n++;
      if (x === "kept") f.a++;
      if (y === "kept") f.b++;
      if ((x === "kept") !== (y === "kept")) { f.trialA = t; f.trialB = o; }
    }
    if (f && f.a !== f.b) out.push(f);
  }));
  return out.sort((x, y) => Math.abs(y.a - y.b) / y.n - Math.abs(x.a - x.b) / x.n);
}

function Flipped({ page, a, b }: { page: Run; a: number; b: number }) {
  const rows = flips(page, a, b), nameA = name(page, page.rows[a]!), nameB = name(page, page.rows[b]!);
  const columns: Column<Flip>[] = [
    { head: "question", left: true, text: (f) => page.scenarios[f.scenario]!.probes[f.probe]!.question },
    { head: "expected", left: true, text: (f) => page.scenarios[f.scenario]!.probes[f.probe]!.expected },
    { head: nameA, text: (f) => `${f.a} of ${f.n}`, by: (f) => f.a / f.n, show: (f) => <a href={href("trial", { key: f.trialA.key, probe: f.probe })}>{f.a} of {f.n}</a> },
    { head: nameB, text: (f) => `${f.b} of ${f.n}`, by: (f) => f.b / f.n, show: (f) => <a href={href("trial", { key: f.trialB.key, probe: f.probe })}>{f.b} of {f.n}</a> },
    { head: "scenario", left: true, text: (f) => page.scenarios[f.scenario]!.id },
  ];
  return (
    <>
      <Listed page={page} />
      <h2>{rows.length} probes that {nameA} and {nameB} don't keep equally often</h2>
      {rows.length > 0 && <Table label="Flipped probes" columns={columns} rows={rows} most={30}><span>Pairs in which each kept the value, of those in which both could be judged.</span></Table>}
    </>
  );
}

function forest(page: Page, rows: Against[], c: Colours): Option {
  const drawn = [...rows].reverse().map((r) => ({ name: name(page, page.rows[r.row]!), d: r.answer }));
  const data = drawn.map((r, i) => [100 * (r.d?.mean ?? 0), i, 100 * (r.d?.low ?? r.d?.mean ?? 0), 100 * (r.d?.high ?? r.d?.mean ?? 0)]);
  return {
    grid: { left: 16 + 7 * Math.min(26, Math.max(...drawn.map((r) => r.name.length))), right: 20, top: 10, bottom: 46 },
    tooltip: { formatter: (p: { dataIndex: number }) => `<b>${safe(drawn[p.dataIndex]!.name)}</b><br>${points(drawn[p.dataIndex]!.d)}` },
    xAxis: axis(c, "difference in answers kept, points", 30, { type: "value" }),
    yAxis: { type: "category", data: drawn.map((r) => r.name), axisLabel: { color: c.text, width: 180, overflow: "truncate" }, axisTick: { show: false } },
    series: [
      whiskers(data, c.accent, true),
      { type: "scatter", data, encode: { x: 0, y: 1 }, symbolSize: 9, itemStyle: { color: c.accent } },
      { type: "line", silent: true, symbol: "none", data: [[0, 0], [0, Math.max(0, drawn.length - 1)]], lineStyle: { color: c.faint, type: "dashed", width: 1 } },
    ],
  };
}

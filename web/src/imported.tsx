// Imported results: what was published of each strategy, and what the same texts show.
import { useCallback } from "preact/hooks";
import { Finding } from "./answer";
import { Chart, axis, rows as named, safe, whiskers, type Colours, type Option } from "./chart";
import { percent, signed, type Doc } from "./data";
import { Heat } from "./heat";
import { Warnings, Words } from "./parts";
import type { Route } from "./route";
import { Table, type Column } from "./table";

interface Counted { by: string; over: string; k: number; n: number; share: number; low: number; high: number }

interface Leader { file: string; strategy: string; measure: string; published: Counted; corrected: Counted | null; by_type: { type: string; published: Counted | null; corrected: Counted | null }[] }

export interface ImportPage {
  kind: "import";
  number: number;
  files: { name: string; format: string; model?: string; runs: number; failed: number; refused: number; texts: number; verdicts: number }[];
  types: string[];
  leaders: Leader[];
}

const shown = (f: Counted | null) => (f ? `${percent(f.share)} [${percent(f.low, 0)}–${percent(f.high, 0)}]` : "–");
const moved = (l: Leader) => (l.corrected ? l.corrected.share - l.published.share : null);

export function Imported({ doc, page, route }: { doc: Doc; page: ImportPage; route: Route }) {
  const option = useCallback((c: Colours, width: number) => dumbbells(page, c, width), [page]);
  const columns: Column<Leader>[] = [
    { head: "strategy", left: true, text: (l) => l.strategy },
    { head: "measure", left: true, title: "what the verdict searched; see the words below", text: (l) => l.measure },
    { head: "published %", text: (l) => shown(l.published), by: (l) => l.published.share, hint: (l) => `${l.published.k} of ${l.published.n}, ${l.published.over}` },
    { head: "corrected %", text: (l) => shown(l.corrected), by: (l) => l.corrected?.share ?? -1, hint: (l) => (l.corrected ? `${l.corrected.k} of ${l.corrected.n}` : "the file has no texts, and doesn't say which facts the memory had been shown") },
    { head: "corrected by", left: true, text: (l) => (l.corrected ? `${l.corrected.by === "ours" ? "today's matchers" : l.corrected.by}, ${l.corrected.over}` : "–") },
    { head: "moved, points", text: (l) => (moved(l) === null ? "–" : signed(percent(moved(l)!))), by: (l) => moved(l) ?? -9 },
    { head: "file", left: true, text: (l) => l.file },
  ];
  const files: Column<ImportPage["files"][number]>[] = [
    { head: "file", left: true, text: (f) => f.name },
    { head: "format", left: true, text: (f) => f.format },
    { head: "model", left: true, text: (f) => f.model ?? "–" },
    { head: "runs", text: (f) => String(f.runs), by: (f) => f.runs },
    { head: "broke off", text: (f) => String(f.failed), by: (f) => f.failed },
    { head: "refused", text: (f) => String(f.refused), by: (f) => f.refused },
    { head: "texts", title: "final answers and memory texts, judged again here", text: (f) => String(f.texts), by: (f) => f.texts },
    { head: "verdicts", text: (f) => String(f.verdicts), by: (f) => f.verdicts },
  ];
  const typed = page.leaders.filter((l) => l.by_type.length > 0);
  return (
    <>
      <Finding doc={doc} />
      <Chart label="What was published of each strategy, and what is left of it once corrected, with 95 % intervals" name="published" height={80 + 34 * page.leaders.length} option={option} />
      <h2>Published against corrected</h2>
      <Table label="Published against corrected" id="leaders" route={route} columns={columns} rows={page.leaders}>
        <span>One run of each: 95 % intervals of counts (Wilson), which take probes as independent; they are not quite. At risk: facts that the memory had been shown, of which alone it can lose any. Measures of different codes can't be compared.</span>
      </Table>
      {typed.length > 0 && (
        <>
          <h2>By type of fact</h2>
          <Heat label="Published and corrected shares by strategy and type of fact" corner="strategy" caption="Kept, %, as published → corrected; shaded by what is corrected where it is. Few probes each: a cell has its counts under the pointer, a tap, or arrow keys."
            head={page.types.map((t) => ({ text: t }))}
            rows={typed.map((l) => ({
              text: `${l.strategy} · ${l.measure} · ${l.file}`,
              cells: page.types.map((t) => {
                const x = l.by_type.find((y) => y.type === t), a = x?.published ?? null, b = x?.corrected ?? null;
                const text = !a && !b ? "–" : [a, b].map((f) => percent(f?.share ?? null, 0)).join(" → ");
                return { share: b?.share ?? a?.share ?? null, text, hint: `published ${a ? `${a.k} of ${a.n}` : "–"}; corrected ${b ? `${b.k} of ${b.n}` : "–"}` };
              }),
            }))} />
        </>
      )}
      <h2>What was read</h2>
      <Table label="Files" id="files" route={route} columns={files} rows={page.files}>{null}</Table>
      <Warnings texts={doc.warnings} />
      <Words>
        <dt>measure</dt><dd>what a published verdict searched for the fact. All were called retention, and none can be compared with another.</dd>
        <dt>P</dt><dd>the final answer, by the scenario's checker: passed or not.</dd>
        <dt>A</dt><dd>the final answer, by the probes' patterns.</dd>
        <dt>L-last</dt><dd>the memory's text after the last cycle.</dd>
        <dt>L-never</dt><dd>the memory's texts from the first one after the fact on: kept if it is in all of them.</dd>
        <dt>C</dt><dd>all the model saw last, the final question included.</dd>
        <dt>T</dt><dd>the whole transcript.</dd>
        <dt>stored</dt><dd>the verdicts of the file itself, counted anew; today's matchers: its texts, judged again by this program.</dd>
        <dt>at risk</dt><dd>facts that the memory had been shown, of which alone it can lose any.</dd>
      </Words>
    </>
  );
}

function dumbbells(page: ImportPage, c: Colours, width: number): Option {
  const rows = [...page.leaders].reverse();
  const of = (f: (l: Leader) => Counted | null, down: number) => rows.flatMap((l, i) => { const g = f(l); return g ? [[100 * g.share, i + down, 100 * g.low, 100 * g.high]] : []; });
  const published = of((l) => l.published, 0.14), corrected = of((l) => l.corrected, -0.14);
  const left = Math.min(270, Math.round(0.44 * width));
  const names = rows.map((l) => `${l.strategy} · ${l.measure} · ${l.file.replace(/\.json$/, "")}`);
  return {
    grid: { left, right: 20, top: 36, bottom: 46 },
    legend: {},
    tooltip: { formatter: (p: { seriesName: string; value: number[] }) => { const l = rows[Math.round(p.value[1]!)]!; return `<b>${safe(l.strategy)}</b> ${safe(l.measure)}, ${safe(l.file)}<br>${safe(p.seriesName)}: ${shown(p.seriesName === "published" ? l.published : l.corrected)} %`; } },
    xAxis: axis(c, "kept, %", 30, { type: "value", min: 0, max: 100 }),
    yAxis: named(c, names, left - 12),
    series: [
      whiskers(published, c.other, true), whiskers(corrected, c.accent, true),
      { name: "published", type: "scatter", data: published, symbol: "diamond", symbolSize: 11, itemStyle: { color: c.other } },
      { name: "corrected", type: "scatter", data: corrected, symbolSize: 9, itemStyle: { color: c.accent } },
    ],
  };
}

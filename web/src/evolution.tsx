// An evolution: what fills the archive, how the search got there, and what cost buys.
import { useCallback } from "preact/hooks";
import { Finding } from "./answer";
import { Chart, axis, safe, type Option, type Colours } from "./chart";
import { percent, type Doc } from "./data";
import { Heat } from "./heat";
import { Choice, Warnings, Words } from "./parts";
import type { Route } from "./route";
import { Table, type Column } from "./table";

interface Axis { name: string; low: number; high: number; bins: number }

interface Square { x: number; y: number; fitness: number }

interface Measured {
  genome: number;
  fitness: number;
  se: number;
  infeasible: boolean;
  cell: number[];
}

interface Elite extends Measured {
  place: string;
  name: string;
  strategy: string;
  fresh?: Measured;
  held_out?: Measured;
}

interface Seen {
  genome: number;
  name: string;
  emitter: string;
  batch: number;
  measured: number;
  fitness: number;
  weighted_retention: number;
  cost_times_hybrid: number;
  infeasible: boolean;
  elite: boolean;
}

interface Bettered { batch: number; seen: number; fitness: number; changed: string[] }

export interface EvolutionPage {
  kind: "evolution";
  number: number;
  grids: { x: Axis; y: Axis; searched: Square[] | null; corrected?: Square[] }[];
  elites: Elite[];
  front: number[];
  batches: { batch: number; evaluations: number; coverage: number; qd_score: number; best: number }[];
  seen: Seen[];
  bests: Bettered[];
}

const fit = (x?: number) => (x === undefined ? "–" : x.toFixed(3).replace("-", "−"));
const archives = { searched: "as the search saw it", corrected: "corrected by fresh repeats" } as const;

export function Evolution({ doc, page, route }: { doc: Doc; page: EvolutionPage; route: Route }) {
  const course = useCallback((c: Colours) => lines(page, c, "QD score", (b) => b.qd_score), [page]);
  const cover = useCallback((c: Colours) => lines(page, c, "cells filled, %", (b) => 100 * b.coverage), [page]);
  const cloud = useCallback((c: Colours) => scatter(page, c), [page]);
  const front = new Set(page.front);
  const elites: Column<Elite & { i: number }>[] = [
    { head: "cell", left: true, text: (e) => e.place },
    { head: "strategy", left: true, title: "as arena run --strategy takes it", text: (e) => e.strategy },
    { head: "fitness ± SE", text: (e) => `${fit(e.fitness)} ± ${e.se.toFixed(3)}`, by: (e) => e.fitness },
    { head: "fresh repeats", title: "fitness of repeats that chose nothing", text: (e) => fit(e.fresh?.fitness) + (e.fresh?.infeasible ? ", fails the tasks" : ""), by: (e) => e.fresh?.fitness ?? -9 },
    { head: "held out", title: "fitness on scenarios that chose nothing", text: (e) => fit(e.held_out?.fitness), by: (e) => e.held_out?.fitness ?? -9 },
    { head: "stayed in its cell", text: (e) => (!e.fresh ? "–" : !e.fresh.infeasible && String(e.fresh.cell) === String(e.cell) ? "yes" : "no") },
    { head: "on the front", text: (e) => (front.has(e.i) ? "yes" : "") },
  ];
  const bests: Column<Bettered>[] = [
    { head: "after batch", text: (b) => String(b.batch), by: (b) => b.batch },
    { head: "fitness then", text: (b) => fit(b.fitness), by: (b) => b.fitness },
    { head: "pipeline", left: true, text: (b) => page.seen[b.seen]!.name },
    { head: "what is other", left: true, title: "against the fittest before it", text: (b) => b.changed.join("; ") },
    { head: "proposed by", left: true, text: (b) => `${page.seen[b.seen]!.emitter}, batch ${page.seen[b.seen]!.batch}`, by: (b) => page.seen[b.seen]!.batch },
  ];
  return (
    <>
      <Finding doc={doc} />
      <h2>The archive</h2>
      <Archive page={page} route={route} />
      <Table label="Elites" id="elites" route={route} columns={elites} rows={page.elites.map((e, i) => ({ ...e, i }))} rowClass={(e) => (front.has(e.i) ? "tied" : "")}>
        <span>The fittest of each cell. Bold: no other elite beats it in the first two descriptors both. What a search saw of its winners is too good; fresh repeats and held-out scenarios chose nothing.</span>
      </Table>
      <h2>Cost against retention</h2>
      <Chart label={`${page.seen.length} pipelines: cost, as a multiple of hybrid's, and weighted retention`} name="cost-retention" height={400} option={cloud} />
      <p class="note">As each pipeline was measured last, without an interval: the search measures most of them once.</p>
      <h2>Generations</h2>
      <Chart label="QD score by evaluations" name="qd-score" height={260} option={course} />
      <Chart label="Cells filled by evaluations" name="coverage" height={220} option={cover} />
      <h2>How the best came about</h2>
      {page.bests.length ? (
        <Table label="Lineage of the best" id="bests" route={route} columns={bests} rows={page.bests}>
          <span>The fittest of all after each batch, by what was measured of each last, wherever it is another. An elite that is measured again may fall behind. A search keeps no parents: what differs from the one before stands for its descent.</span>
        </Table>
      ) : <p class="missing">No pipeline passes enough tasks. <code>arena lab evolve --tasks 0</code> asks for none.</p>}
      <Warnings texts={doc.warnings} />
      <Words>
        <dt>pipeline</dt><dd>a memory put together of parts: how it encodes, stores and retrieves, how often it compresses, how many messages it leaves as they are, and how deep it looks again.</dd>
        <dt>cell, elite</dt><dd>the archive is a grid over two or more descriptors, such as how many corrections and how many identifiers a pipeline keeps. Each cell holds the fittest pipeline that was seen there, its elite.</dd>
        <dt>fitness</dt><dd>the share of questions answered right, those of types that the baseline loses counting more, less a penalty for cost beyond 1.5 times that of hybrid.</dd>
        <dt>weighted retention</dt><dd>that share without the penalty.</dd>
        <dt>fails the tasks</dt><dd>passes fewer final tasks than the search asks for: it can't be an elite.</dd>
        <dt>± SE</dt><dd>the standard error over what was measured.</dd>
        <dt>QD score</dt><dd>the sum of the fitness of all elites: high for many good cells. It can fall when an elite is measured again.</dd>
      </Words>
    </>
  );
}

function Archive({ page, route }: { page: EvolutionPage; route: Route }) {
  const at = Number(route.args.get("grid") ?? 0), grid = page.grids[at] ?? page.grids[0];
  if (!grid) return <p class="missing">One descriptor spans no map. All elites are in the table; <code>arena lab evolve --descriptors A,B</code> takes two.</p>;
  const kinds = (Object.keys(archives) as (keyof typeof archives)[]).filter((k) => grid[k]);
  const kind = kinds.find((k) => k === route.args.get("of")) ?? kinds[0]!;
  const squares = grid[kind]!;
  const all = squares.map((s) => s.fitness), low = Math.min(...all), high = Math.max(...all);
  const bin = (a: Axis, i: number) => `${percent(a.low + (i * (a.high - a.low)) / a.bins, 0)}–${percent(a.low + ((i + 1) * (a.high - a.low)) / a.bins, 0)}`;
  const bins = (a: Axis) => Array.from({ length: a.bins }, (_, i) => i);
  return (
    <>
      <div class="filters" role="group" aria-label="Which map">
        {page.grids.length > 1 && <Choice route={route} arg="grid" label="descriptors" fallback="0" options={page.grids.map((g, i) => ({ value: String(i), text: `${g.x.name}, ${g.y.name}` }))} />}
        {kinds.length > 1 && <Choice route={route} arg="of" label="archive" fallback={kind} options={kinds.map((k) => ({ value: k, text: archives[k] }))} />}
      </div>
      {squares.length === 0 && <p class="missing">No pipeline of this archive passes enough tasks.</p>}
      <Heat label={`Fitness by ${grid.x.name} and ${grid.y.name}`} corner={`${grid.y.name}, % ↓  ${grid.x.name}, % →`} caption={`Fitness of the fittest of each square, ${archives[kind]}; lighter is fitter.`}
        head={bins(grid.x).map((i) => ({ text: bin(grid.x, i), hint: `${grid.x.name} ${bin(grid.x, i)} %` }))}
        rows={bins(grid.y).reverse().map((y) => ({
          text: bin(grid.y, y),
          cells: bins(grid.x).map((x) => {
            const s = squares.find((q) => q.x === x && q.y === y);
            return { share: s ? (high > low ? (s.fitness - low) / (high - low) : 1) : null, text: s ? fit(s.fitness) : "·", hint: s ? "fitness" : "nothing here" };
          }),
        }))} />
    </>
  );
}

function lines(page: EvolutionPage, c: Colours, name: string, y: (b: EvolutionPage["batches"][number]) => number): Option {
  return {
    grid: { left: 62, right: 20, top: 14, bottom: 46 },
    tooltip: { formatter: (p: { value: number[] }) => `${p.value[0]} evaluations<br>${name} ${p.value[1]}` },
    xAxis: axis(c, "evaluations", 30, { type: "value" }),
    yAxis: axis(c, name, 44, { type: "value", scale: true }),
    series: [{ name, type: "line", data: page.batches.map((b) => [b.evaluations, Number(y(b).toFixed(4))]), itemStyle: { color: c.accent }, lineStyle: { color: c.accent }, symbolSize: 6 }],
  };
}

function scatter(page: EvolutionPage, c: Colours): Option {
  const of = (label: string, keep: (s: Seen) => boolean, colour: string, symbol: string, size: number) => ({
    name: label, type: "scatter", symbol, symbolSize: size, itemStyle: { color: colour, opacity: 0.8 },
    data: page.seen.filter(keep).map((s) => ({ s, value: [s.cost_times_hybrid, 100 * s.weighted_retention] })),
  });
  return {
    grid: { left: 56, right: 20, top: 40, bottom: 52 },
    legend: {},
    tooltip: {
      formatter: (p: { data: { s: Seen } }) => `<b>${safe(p.data.s.name).replaceAll("/", "<wbr>/")}</b><br>${percent(p.data.s.weighted_retention)} % kept, ${p.data.s.cost_times_hybrid.toFixed(2)} × hybrid's cost<br>fitness ${fit(p.data.s.fitness)}, measured ${p.data.s.measured} times`,
    },
    xAxis: axis(c, "cost, × hybrid's", 32, { type: "value", scale: true }),
    yAxis: axis(c, "weighted retention, %", 38, { type: "value", scale: true }),
    series: [
      of("fails the tasks", (s) => s.infeasible, c.faint, "triangle", 7),
      of("others", (s) => !s.infeasible && !s.elite, c.accent, "circle", 7),
      of("elites", (s) => s.elite, c.other, "diamond", 12),
    ],
  };
}

// An evolution: what fills the archive.
import { Finding } from "./answer";
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

export interface EvolutionPage {
  kind: "evolution";
  grid: { x: Axis; y: Axis; searched: Square[]; corrected?: Square[] };
  elites: Elite[];
}

const fit = (x?: number) => (x === undefined ? "–" : x.toFixed(3).replace("-", "−"));
const archives = { searched: "as the search saw it", corrected: "corrected by fresh repeats" } as const;

export function Evolution({ doc, page, route }: { doc: Doc; page: EvolutionPage; route: Route }) {
  const elites: Column<Elite & { i: number }>[] = [
    { head: "cell", left: true, text: (e) => e.place },
    { head: "strategy", left: true, title: "as arena run --strategy takes it", text: (e) => e.strategy },
    { head: "fitness ± SE", text: (e) => `${fit(e.fitness)} ± ${e.se.toFixed(3)}`, by: (e) => e.fitness },
    { head: "fresh repeats", title: "fitness of repeats that chose nothing", text: (e) => fit(e.fresh?.fitness) + (e.fresh?.infeasible ? ", fails the tasks" : ""), by: (e) => e.fresh?.fitness ?? -9 },
    { head: "held out", title: "fitness on scenarios that chose nothing", text: (e) => fit(e.held_out?.fitness), by: (e) => e.held_out?.fitness ?? -9 },
    { head: "stayed in its cell", text: (e) => (!e.fresh ? "–" : !e.fresh.infeasible && String(e.fresh.cell) === String(e.cell) ? "yes" : "no") },
  ];
  return (
    <>
      <Finding doc={doc} />
      <h2>The archive</h2>
      <Archive page={page} route={route} />
      <Table label="Elites" id="elites" route={route} columns={elites} rows={page.elites.map((e, i) => ({ ...e, i }))}>
        <span>The fittest of each cell. What a search saw of its winners is too good; fresh repeats and held-out scenarios chose nothing.</span>
      </Table>
      <Warnings texts={doc.warnings} />
      <Words>
        <dt>pipeline</dt><dd>a memory put together of parts: how it encodes, stores and retrieves, how often it compresses, how many messages it leaves as they are, and how deep it looks again.</dd>
        <dt>cell, elite</dt><dd>the archive is a grid over two descriptors, such as how many corrections and how many identifiers a pipeline keeps. Each cell holds the fittest pipeline that was seen there, its elite.</dd>
        <dt>fitness</dt><dd>the share of questions answered right, those of types that the baseline loses counting more, less a penalty for cost beyond 1.5 times that of hybrid.</dd>
        <dt>fails the tasks</dt><dd>passes fewer final tasks than the search asks for: it can't be an elite.</dd>
        <dt>± SE</dt><dd>the standard error over what was measured.</dd>
      </Words>
    </>
  );
}

function Archive({ page, route }: { page: EvolutionPage; route: Route }) {
  const grid = page.grid;
  const kinds = (Object.keys(archives) as (keyof typeof archives)[]).filter((k) => grid[k]);
  const kind = kinds.find((k) => k === route.args.get("of")) ?? kinds[0]!;
  const squares = grid[kind]!;
  const all = squares.map((s) => s.fitness), low = Math.min(...all), high = Math.max(...all);
  const bin = (a: Axis, i: number) => `${percent(a.low + (i * (a.high - a.low)) / a.bins, 0)}–${percent(a.low + ((i + 1) * (a.high - a.low)) / a.bins, 0)}`;
  const bins = (a: Axis) => Array.from({ length: a.bins }, (_, i) => i);
  return (
    <>
      <div class="filters" role="group" aria-label="Which map">
        {kinds.length > 1 && <Choice route={route} arg="of" label="archive" fallback={kind} options={kinds.map((k) => ({ value: k, text: archives[k] }))} />}
      </div>
      {squares.length === 0 && <p class="missing">No pipeline of this archive passes enough tasks.</p>}
      <Heat label={`Fitness by ${grid.x.name} and ${grid.y.name}`} corner={`${grid.y.name}, % ↓  ${grid.x.name}, % →`} caption={`Fitness of the fittest of each square, ${archives[kind]}; bluer is fitter.`}
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

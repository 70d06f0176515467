// Where facts are lost: two maps, and the list of probes behind a cell.
import { useEffect, useMemo, useState } from "preact/hooks";
import { name } from "./answer";
import { answerLevel, loadTold, percent, place, placeWords, served, verdict, type Doc, type Run, type Trial } from "./data";
import { Heat } from "./heat";
import { Choice, Listed } from "./parts";
import { changed, href, type Route } from "./route";
import { Table, type Column } from "./table";

const brief = (text: string) => (text.length > 160 ? text.slice(0, 160) + "…" : text);

interface Asked { scenario: number; probe: number; kept: number; stale: number; asked: number; trials: Trial[]; places: Map<string, number> }

/** The probes that the filters leave, with what became of them. */
function asked(page: Run, route: Route): Asked[] {
  const number = (arg: string) => (route.args.get(arg) ? Number(route.args.get(arg)) : undefined);
  const row = number("row"), scenario = number("scenario"), type = route.args.get("type"), where = route.args.get("place");
  const words = (route.args.get("q") ?? "").toLowerCase();
  const out = new Map<string, Asked>();
  for (const t of page.trials) {
    if (t.outcome !== "completed" || (row !== undefined && t.row !== row) || (scenario !== undefined && t.scenario !== scenario)) continue;
    page.scenarios[t.scenario]!.probes.forEach((p, i) => {
      if (!p.headline || (type && p.type !== type) || (words && !`${p.question} ${p.expected} ${p.id}`.toLowerCase().includes(words))) return;
      const result = verdict(t, i, answerLevel), at = place(page, t, i);
      if (result === "void" || result === "none" || (where && at !== where)) return;
      const key = `${t.scenario} ${i}`;
      let a = out.get(key);
      if (!a) out.set(key, (a = { scenario: t.scenario, probe: i, kept: 0, stale: 0, asked: 0, trials: [], places: new Map() }));
      a.asked++;
      if (result === "kept") a.kept++;
      else a.trials.push(t);
      if (result === "stale") a.stale++;
      if (result !== "kept") a.places.set(at, (a.places.get(at) ?? 0) + 1);
    });
  }
  return [...out.values()].sort((a, b) => a.kept / a.asked - b.kept / b.asked || b.asked - a.asked);
}

/** Answers of a row in a scenario, by "row scenario": of the probes that count, those that could be judged. */
function counted(page: Run): Map<string, { kept: number; stale: number; asked: number }> {
  const out = new Map<string, { kept: number; stale: number; asked: number }>();
  for (const t of page.trials) {
    if (t.outcome !== "completed") continue;
    const key = `${t.row} ${t.scenario}`, c = out.get(key) ?? { kept: 0, stale: 0, asked: 0 };
    out.set(key, c);
    page.scenarios[t.scenario]!.probes.forEach((p, i) => {
      const result = verdict(t, i, answerLevel);
      if (!p.headline || result === "void" || result === "none") return;
      c.asked++;
      if (result === "kept") c.kept++;
      if (result === "stale") c.stale++;
    });
  }
  return out;
}

/** What was given instead, where few enough trials are shown to read them: by key and probe. */
function useGiven(doc: Doc, page: Run, trials: Trial[]): Map<string, string> {
  const [given, set] = useState(new Map<string, string>());
  const wanted = new Map(trials.map((t) => [served ? t.key : String(t.scenario), t]));
  useEffect(() => {
    let gone = false;
    if (wanted.size > mostRead) { set(new Map()); return; }
    Promise.all(trials.map((t) => loadTold(doc, page.experiment.id, t).catch(() => null))).then((all) => {
      if (gone) return;
      const out = new Map<string, string>();
      for (const told of all) told?.story.answers.forEach((a, i) => out.set(`${told.story.key} ${i}`, told.texts[a] ?? ""));
      set(out);
    });
    return () => { gone = true; };
  }, [doc, [...wanted.keys()].join(" "), trials.length]);
  return given;
}

/** How many trials, or pieces of evidence, are read to show replies in the list. */
const mostRead = 12;

export function Where({ doc, page, route }: { doc: Doc; page: Run; route: Route }) {
  const row = route.args.get("row"), scenario = route.args.get("scenario"), type = route.args.get("type");
  const rows = page.rows.map((r, i) => ({ r, i })).filter((x) => !row || x.i === Number(row));
  const counts = useMemo(() => counted(page), [page]);
  const list = asked(page, route);
  const shown = [...new Map(list.flatMap((a) => a.trials.slice(0, 1)).map((t) => [t.key, t])).values()];
  const given = useGiven(doc, page, shown);
  const toggled = (args: Record<string, string | number>) => {
    const on = Object.entries(args).every(([k, v]) => route.args.get(k) === String(v));
    return { on, to: changed(on ? Object.fromEntries(Object.keys(args).map((k) => [k, ""])) : args) };
  };
  const columns: Column<Asked>[] = [
    { head: "question", left: true, text: (a) => probeOf(a).question, show: (a) => <a href={first(a)}>{probeOf(a).question}</a> },
    { head: "expected", left: true, text: (a) => probeOf(a).expected },
    { head: "given", left: true, title: "in the first trial that lost it", text: (a) => (a.trials[0] ? brief(given.get(`${a.trials[0].key} ${a.probe}`) ?? "…") : "") },
    { head: "kept", text: (a) => `${a.kept} of ${a.asked}`, by: (a) => a.kept / a.asked },
    { head: "type", left: true, text: (a) => probeOf(a).type },
    { head: "scenario", left: true, text: (a) => page.scenarios[a.scenario]!.id },
    { head: "turn", text: (a) => String(probeOf(a).turn), by: (a) => probeOf(a).turn },
    { head: "mostly", left: true, title: "where most of those that weren't kept went", text: (a) => mostly(a) },
  ];
  function probeOf(a: Asked) { return page.scenarios[a.scenario]!.probes[a.probe]!; }
  /** The first trial that lost it, or any that kept it. */
  function first(a: Asked): string {
    const t = a.trials[0] ?? page.trials.find((t) => t.scenario === a.scenario && t.outcome === "completed" && (!row || t.row === Number(row)));
    return href("trial", { key: t?.key, probe: a.probe });
  }
  function mostly(a: Asked): string {
    const most = [...a.places].sort((x, y) => y[1] - x[1])[0];
    return most ? `${placeWords[most[0]] ?? most[0]} (${most[1]})` : "";
  }
  return (
    <>
      <div class="filters" role="group" aria-label="Filters">
        <Choice route={route} arg="row" label="strategy" none="all" options={page.rows.map((r, i) => ({ value: String(i), text: name(page, r) }))} />
        <Choice route={route} arg="scenario" label="scenario" none="all" options={page.scenarios.map((s, i) => ({ value: String(i), text: s.id }))} />
        <Choice route={route} arg="type" label="type" none="all" options={page.types.map((t) => ({ value: t, text: t }))} />
        <Choice route={route} arg="place" label="what became of it" none="anything" options={page.places.filter((p) => p !== "void").map((p) => ({ value: p, text: placeWords[p] ?? p }))} />
        <label class="choice">words<input type="search" value={route.args.get("q") ?? ""} onChange={(e) => { location.hash = changed({ q: e.currentTarget.value }); }} /></label>
      </div>
      <h2>By scenario</h2>
      <Heat label="Answers kept by strategy and scenario" corner="strategy" caption="Answers kept, %, of current and derived probes in completed trials; a cell leads to its probes."
        head={page.scenarios.map((s) => ({ text: s.id, hint: s.name }))}
        rows={rows.map(({ r, i }) => ({
          text: name(page, r),
          cells: page.scenarios.map((_, s) => {
            const c = counts.get(`${i} ${s}`), share = c && c.asked > 0 ? c.kept / c.asked : null;
            return { share, text: percent(share, 0), hint: c ? `${c.kept} of ${c.asked} answers kept, ${c.stale} stale` : "not played", ...toggled({ row: i, scenario: s }) };
          }),
        }))} />
      <h2>By type of fact</h2>
      <Heat label="Answers kept by strategy and type of fact" corner="strategy" caption="Answers kept, %, repeats averaged; a cell has its interval under the pointer, a tap, or arrow keys."
        head={page.types.map((t) => ({ text: t }))}
        rows={rows.map(({ r, i }) => ({
          text: name(page, r),
          cells: page.types.map((t) => {
            const f = r.by_type[t];
            const mean = f?.mean ?? null;
            const range = f && f.low !== null ? ` [${percent(f.low, 0)}–${percent(f.high, 0)}]` : "";
            return { share: mean, text: percent(mean, 0), hint: f && mean !== null ? `${percent(mean)} %${range} kept, of ${f.n} probes${f.note ? "; no interval: " + f.note : ""}` : "no such probe", ...toggled({ row: i, type: t }) };
          }),
        }))} />
      <Listed page={page} />
      <h2 id="probes">{list.length} probes{scenario ? ` of ${page.scenarios[Number(scenario)]?.id}` : ""}{type ? `, ${type}` : ""}, the most often lost first</h2>
      {list.length ? (
        <Table label="Probes" id="probes" route={route} columns={columns} rows={list} most={30}><span>A question leads to a trial that lost it, whose reply is given.{given.size === 0 && list.some((a) => a.trials.length > 0) ? " Replies (…) are read where few trials are left: choose a cell." : ""}</span></Table>
      ) : (
        <p class="missing">No completed trial has such a probe. <a href={href("where")}>Clear the filters</a>.</p>
      )}
    </>
  );
}

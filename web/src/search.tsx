// Where words stand in the conversations, memories and replies of an experiment, which only a served page can tell.
import { useEffect, useState } from "preact/hooks";
import { loadHits, type Hit, type Page } from "./data";
import { Marked } from "./parts";
import { changed, href, type Route } from "./route";
import { Table, type Column } from "./table";

/** How many places are listed. */
const most = 100;

export function Search({ page, route }: { page: Page; route: Route }) {
  const words = route.args.get("words") ?? "";
  const [hits, set] = useState<Hit[] | null>(null);
  const [error, fail] = useState("");
  useEffect(() => {
    let gone = false;
    set(null);
    fail("");
    if (words) loadHits(page.experiment.id, words).then((h) => { if (!gone) set(h); }, (e: Error) => { if (!gone) fail(e.message); });
    return () => { gone = true; };
  }, [page, words]);
  const where = (h: Hit) => (h.probe ? `${h.place}, ${h.probe}` : h.place.startsWith("reply") ? h.place : h.place === "memory" ? `memory, cycle ${h.number}` : `${h.place}, turn ${h.number}`);
  const columns: Column<Hit>[] = [
    { head: "where", left: true, text: where, show: (h) => <a href={href("trial", { key: h.trial, lost: h.probe, words })}>{where(h)}</a> },
    { head: "text", left: true, text: (h) => h.excerpt, show: (h) => <Marked text={h.excerpt} needles={[words]} /> },
    { head: "strategy", left: true, text: (h) => h.strategy },
    { head: "scenario", left: true, text: (h) => h.scenario },
    { head: "repeat", text: (h) => String(h.repeat), by: (h) => h.repeat },
    { head: "trials", title: "that have this text here; the link leads to the first", text: (h) => String(h.trials), by: (h) => h.trials },
  ];
  return (
    <>
      <form class="filters" role="search" onSubmit={(e) => { e.preventDefault(); location.hash = changed({ words: new FormData(e.currentTarget).get("words") as string }); }}>
        <label class="choice">words in conversations, memories and replies<input type="search" name="words" value={words} /></label>
        <button type="submit">Search</button>
      </form>
      {error && <p class="missing" role="alert">{error}</p>}
      {words && !hits && !error && <p role="status">Reading…</p>}
      {hits?.length === 0 && <p class="missing">“{words}” stands in no conversation, memory or reply of this experiment.</p>}
      {hits && hits.length > 0 && (
        <>
          <h2>{hits.length === most ? `The first ${most} places` : `${hits.length} place${hits.length === 1 ? "" : "s"}`}</h2>
          <Table label="Where the words stand" columns={columns} rows={hits}><span>As it is written, but for the case of A to Z. A text that several trials share is listed once.</span></Table>
        </>
      )}
    </>
  );
}

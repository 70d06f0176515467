// The frame: where one is, what is simulated, and the page that the address names.
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Answer } from "./answer";
import { Compare } from "./compare";
import { folder, loadDoc, loadList, served, type Doc, type Facts, type Listed, type Page } from "./data";
import { Evolution } from "./evolution";
import { FrontierView } from "./frontier";
import { Imported } from "./imported";
import { LearningView } from "./learning";
import { Nights } from "./nights";
import { Chapter } from "./parts";
import { Report } from "./report";
import { Search } from "./search";
import { explain } from "./tip";
import { mark } from "./mark";
import { href, useRoute } from "./route";
import { TrialPage } from "./trial";
import { Where } from "./where";

function App() {
  const route = useRoute();
  const experiment = route.args.get("experiment") ?? "";
  const nights = served && route.page === "nights";
  const [doc, set] = useState<Doc | null>(null);
  const [list, setList] = useState<Listed[]>([]);
  const [error, fail] = useState("");
  const [fresh, news] = useState(0);
  const [gone, leave] = useState(false);
  useEffect(() => {
    loadDoc(experiment, nights).then((d) => { set(d); fail(""); }, (e: Error) => fail(e.message));
    loadList().then(setList, () => setList([]));
  }, [experiment, nights, fresh]);
  useEffect(() => {
    if (!served) return;
    const events = new EventSource("data/events");
    events.addEventListener("changed", () => news((n) => n + 1));
    events.onerror = () => leave(true);
    events.onopen = () => leave((before) => { if (before) news((n) => n + 1); return false; });
    return () => events.close();
  }, []);
  useEffect(() => { if (doc) document.title = doc.title; }, [doc]);
  if (doc) mark(doc.simulated);
  const shown = list.find((l) => String(l.number) === experiment) ?? list[0]; // the newest is the first
  const choice = list.length > 1 && (
    <label class="choice">experiment
      <select value={String(shown?.number ?? "")} onChange={(e) => { location.hash = href("", { experiment: e.currentTarget.value }); }}>
        {list.map((l) => <option value={String(l.number)} selected={l === shown}>{l.number} {l.name || l.kind}, {l.begun}: {l.played && `${l.played}, `}{l.status}</option>)}
      </select>
    </label>
  );
  if (error && !doc) return <main><h1>Context Arena</h1><p class="missing" role="alert">{error}</p>{choice}</main>;
  if (!doc) return <main><p>Reading…</p></main>;
  const page = doc.page;
  const names = pages(doc, served && !!shown?.night);
  const at = names.some(([n]) => n === route.page) ? route.page : names[0]![0];
  return (
    <>
      <a class="skip" href="#main" onClick={(e) => { e.preventDefault(); document.getElementById("main")?.focus(); }}>Skip to the content</a>
      <header class="top">
        <h1>{doc.title}</h1>
        {doc.simulated && <strong class="simulated">SIMULATED: a simulated model answered. These figures don't show that anything helps a real one.</strong>}
        <p class="faint">{doc.played}</p>
        {choice}
        <nav aria-label="Pages">{names.map(([n, text]) => <a href={href(n)} aria-current={at === n ? "page" : undefined}>{text}</a>)}</nav>
      </header>
      <main id="main" tabIndex={-1}>
        {error && <p class="missing" role="alert">{error}</p>}
        {gone && <p class="missing" role="alert">arena view has ended, so this is what it said last. Start it again, and the page goes on.</p>}
        {page?.kind === "run" && page.experiment.status !== "complete" && <Unfinished page={page} />}
        {page?.kind === "run" && at === "answer" && <Answer doc={doc} page={page} route={route} />}
        {page?.kind === "run" && (at === "where" || at === "trial") && (
          <Chapter<Facts> doc={doc} name="facts" route={route}>
            {(facts) => (at === "where" ? <Where doc={doc} page={{ ...page, ...facts }} route={route} /> : <TrialPage doc={doc} page={{ ...page, ...facts }} route={route} />)}
          </Chapter>
        )}
        {page?.kind === "run" && at === "search" && <Search page={page} route={route} />}
        {page?.kind === "run" && at === "compare" && <Compare doc={doc} page={page} route={route} />}
        {page?.kind === "frontier" && at === "frontier" && <FrontierView doc={doc} page={page} route={route} />}
        {page?.kind === "evolution" && at === "evolution" && <Evolution doc={doc} page={page} route={route} />}
        {page?.kind === "learning" && at === "learning" && <LearningView doc={doc} page={page} route={route} />}
        {page?.kind === "import" && at === "imported" && <Imported doc={doc} page={page} route={route} />}
        {page?.kind === "nights" && at === "nights" && <Nights doc={doc} page={page} route={route} />}
        {at === "tables" && <Report doc={doc} route={route} finding={!page} />}
      </main>
      <footer class="faint">
        <p id="keys">Keys: Tab goes to a table or a chart, arrow keys from cell to cell and from point to point, Enter where one leads; Escape closes what explains it.</p>
        {doc.simulated && "SIMULATED. "}Written by Context Arena.{served ? "" : ` This ${folder ? "folder" : "file"} asks nothing of any network.`}
      </footer>
    </>
  );
}

/** That an experiment isn't complete, and what completes it. */
function Unfinished({ page }: { page: Page }) {
  const done = page.rows.reduce((n, r) => n + r.outcomes.completed, 0), planned = page.rows.reduce((n, r) => n + r.outcomes.planned, 0);
  const { status, note } = page.experiment;
  return (
    <p class="missing" role="status">
      {status === "running" ? "This experiment is running" : `This experiment is ${status}${note ? `: ${note}` : ""}`}. {done} of {planned} trials are completed; no other is in a figure.{status !== "running" && " The same command goes on where it stopped."}
    </p>
  );
}

/** The pages that a document has. */
function pages(doc: Doc, night: boolean): [string, string][] {
  const run: [string, string][] = [["answer", "Answer"], ["where", "Where"], ["trial", "Trial"], ["compare", "Compare"], ...(served ? [["search", "Search"] as [string, string]] : []), ["tables", "All tables"]];
  switch (doc.page?.kind) {
    case "run":
      return night ? [...run, ["nights", "Nights"]] : run;
    case "frontier":
      return [["frontier", "Frontier"], ["tables", "All tables"]];
    case "evolution":
      return [["evolution", "Evolution"], ["tables", "All tables"]];
    case "learning":
      return [["learning", "Learning"], ["tables", "All tables"]];
    case "import":
      return [["imported", "Published and corrected"], ["tables", "All tables"]];
    case "nights":
      return served ? [...run, ["nights", "Nights"]] : [["nights", "Nights"], ["tables", "All tables"]];
  }
  return [["tables", "Report"]];
}

const root = document.getElementById("app")!;
root.textContent = "";
explain();
render(<App />, root);

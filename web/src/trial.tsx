// One trial: the conversation beside the memory after each cycle, and what became of one fact.
import { diffWords } from "diff";
import { useEffect, useState } from "preact/hooks";
import { name } from "./answer";
import { levels, loadCalls, loadTold, place, placeWords, served, usd, verdict, type Call, type Doc, type Run, type Story } from "./data";
import { Choice, Listed, Marked, jump } from "./parts";
import { changed, href, type Route } from "./route";

export function TrialPage({ doc, page, route }: { doc: Doc; page: Run; route: Route }) {
  const { t, p } = chosen(page, route);
  const key = t?.key ?? route.args.get("key") ?? "";
  const words = route.args.get("words") ?? "";
  const [told, tell] = useState<{ texts: string[]; story: Story } | null>(null);
  const [error, fail] = useState("");
  useEffect(() => {
    let gone = false;
    tell(null);
    fail("");
    if (t) loadTold(doc, page.experiment.id, t).then((x) => { if (!gone) tell(x); }, (e: Error) => { if (!gone) fail(e.message); });
    return () => { gone = true; };
  }, [key, t !== undefined]);
  useEffect(() => { if (told && words) document.querySelector(".sides mark, .fact mark")?.scrollIntoView({ block: "center" }); }, [told, words]);
  if (!t) return <p class="missing">{key ? `No trial ${key} among those that this page lists.` : "No trial is chosen."} <Listed page={page} /><a href={href("where")}>Choose a lost fact</a>.</p>;
  const scenario = page.scenarios[t.scenario]!;
  const probe = scenario.probes[p];
  const siblings = page.trials.filter((x) => x.row === t.row && x.scenario === t.scenario && x.key);
  return (
    <>
      {!route.args.get("key") && !route.args.get("lost") && <p class="note">The trial that lost most. <a href={href("where")}>Where</a> leads to every other.</p>}
      <h2>{name(page, page.rows[t.row]!)} on {scenario.name}, repeat {t.repeat}: {t.outcome}</h2>
      {t.reason && <p class="missing">{t.reason}</p>}
      <div class="filters" role="group" aria-label="Which trial and which fact">
        <Choice route={route} arg="key" label="repeat" fallback={key} options={siblings.map((x) => ({ value: x.key, text: `${x.repeat}${probe ? ", " + verdict(x, p, 2) : ""}` }))} />
        <label class="choice">strategy
          <select value={String(t.row)} onChange={(e) => {
            const other = page.trials.find((x) => x.row === Number(e.currentTarget.value) && x.scenario === t.scenario && x.repeat === t.repeat && x.key);
            if (other) location.hash = changed({ key: other.key });
          }}>
            {page.rows.map((r, i) => <option value={String(i)} selected={i === t.row}>{name(page, r)}</option>)}
          </select>
        </label>
        <Choice route={route} arg="probe" label="fact" none="none" fallback={p >= 0 ? String(p) : ""} options={scenario.probes.map((q, i) => ({ value: String(i), text: `${t.outcome === "completed" ? verdict(t, i, 2) + ": " : ""}${q.question}` }))} />
      </div>
      {error && <p class="missing" role="alert">{error}</p>}
      {!told && !error && <p>Reading the conversation…</p>}
      {told && probe && t.outcome === "completed" && <Fact page={page} t={t} p={p} told={told} />}
      {told?.story.pruned && <p class="missing"><code>arena db prune</code> took texts of this trial; verdicts and answers stay. <code>arena show {key}</code> names the command that plays it again.</p>}
      {told && <Sides told={told} t={t} p={p} turn={probe?.turn ?? 0} needles={[...needles(told, p), ...(probe ? telling(probe.expected) : [])]} words={words ? [words] : []} />}
      {told && served && <Calls keyOf={key} prices={page.experiment.plan.prices_as_of ?? ""} simulated={page.experiment.simulated} probe={probe?.id ?? ""} />}
    </>
  );
}

/** The trial and the probe that the address names: by key and number; by what a gate calls them; or else the trial that lost most. */
function chosen(page: Run, route: Route): { t?: Run["trials"][number]; p: number } {
  const arg = (name: string) => route.args.get(name) ?? "";
  const p = arg("probe") ? Number(arg("probe")) : -1;
  const of = (t: Run["trials"][number]) => page.scenarios[t.scenario]!;
  if (arg("key")) return { t: page.trials.find((x) => x.key === arg("key")), p: p >= 0 ? p : probeOf(page, page.trials.find((x) => x.key === arg("key")), arg("lost")) };
  if (arg("lost")) {
    const fits = (s: string) => `${arg("gate")} `.startsWith(`${s} `);
    const strategy = page.rows.map((r) => r.strategy).filter(fits).sort((a, b) => b.length - a.length)[0];
    const its = page.trials.filter((x) => x.key && page.rows[x.row]!.strategy === strategy && of(x).id === arg("scenario"));
    const at = probeOf(page, its[0], arg("lost"));
    return { t: its.find((x) => x.outcome === "completed" && verdict(x, at, 2) !== "kept") ?? its[0], p: at };
  }
  const lost = (t: Run["trials"][number]) => of(t).probes.filter((q, i) => q.headline && ["lost", "stale"].includes(verdict(t, i, 2))).length / of(t).probes.filter((q) => q.headline).length;
  const done = page.trials.filter((x) => x.outcome === "completed" && !page.rows[x.row]!.control);
  const all = done.length ? done : page.trials.filter((x) => x.key);
  return { t: all.reduce<Run["trials"][number] | undefined>((worst, x) => (!worst || lost(x) > lost(worst) ? x : worst), undefined), p };
}

function probeOf(page: Run, t: Run["trials"][number] | undefined, id: string): number {
  return t && id ? page.scenarios[t.scenario]!.probes.findIndex((q) => q.id === id) : -1;
}

/** The words that decided the verdicts on a probe. */
function needles(told: { texts: string[]; story: Story }, p: number): string[] {
  return [...new Set((told.story.why[p] ?? []).slice(0, 3).map((i) => told.texts[i] ?? ""))].filter((w) => w && !/^(denied|asked|of another|in another)/.test(w));
}

/** The names, numbers and codes of a fact in words. */
function telling(expected: string): string[] {
  return (expected.match(/[\p{L}\p{N}$€£][\p{L}\p{N}.,:/@-]*/gu) ?? []).map((w) => w.replace(/[.,:]+$/, "")).filter((w) => /[\p{Lu}\p{N}]/u.test(w) && (w.length > 2 || /\d/.test(w)));
}

function Fact({ page, t, p, told }: { page: Run; t: Run["trials"][number]; p: number; told: { texts: string[]; story: Story } }) {
  const probe = page.scenarios[t.scenario]!.probes[p]!;
  const { texts, story } = told;
  const cycle = (n: number) => <a href="#" onClick={(e) => jump(e, `cycle-${n}`)}>cycle {n}</a>;
  const at = place(page, t, p), lost = t.lost[p] ?? 0, exposed = t.exposed[p] ?? 0;
  return (
    <section class={`fact ${verdict(t, p, 2)}`} aria-label="What became of the fact">
      <dl>
        <dt>Question</dt><dd>{probe.question}</dd>
        <dt>Expected</dt><dd>{probe.expected}{probe.turn > 0 && <span class="faint"> (said in <a href={`#m${probe.turn}`} onClick={(e) => jump(e, `turn-${probe.turn}`)}>turn {probe.turn}</a>{probe.old && `; before it: ${probe.old}`})</span>}</dd>
        <dt>Given</dt><dd class="said">{texts[story.answers[p] ?? -1] || "(nothing)"}</dd>
        <dt>Where it went</dt>
        <dd>
          {exposed === 0 ? "It never left the window" : <>It left the window with {cycle(exposed)}</>}; {at === "not_written" && probe.kind === "derived" ? "some of what it follows from wasn't written into the memory then" : placeWords[at] ?? "no verdict"}
          {lost > 0 && lost !== exposed && <>, {cycle(lost)}</>}.
        </dd>
        {lost > 0 && texts[story.before[p] ?? -1] && <><dt>The line before</dt><dd class="said">{texts[story.before[p] ?? -1] || "–"}</dd><dt>after</dt><dd class="said">{texts[story.after[p] ?? -1] || "no line comes near it"}</dd></>}
      </dl>
      <table class="verdicts">
        <thead><tr><th scope="col" class="left">level</th><th scope="col" class="left">verdict</th><th scope="col" class="left">because of</th></tr></thead>
        <tbody>{levels.map((level, l) => <tr><th scope="row" class="left">{level}</th><td class={`left ${verdict(t, p, l)}`}>{verdict(t, p, l)}</td><td class="left said">{texts[story.why[p]?.[l] ?? -1] || (verdict(t, p, l) === "lost" ? "nothing in it has the value" : "")}</td></tr>)}</tbody>
      </table>
    </section>
  );
}

function Sides({ told, t, p, turn, needles, words }: { told: { texts: string[]; story: Story }; t: Run["trials"][number]; p: number; turn: number; needles: string[]; words: string[] }) {
  const { texts, story } = told;
  return (
    <div class="sides">
      <section aria-label="Conversation">
        <h3>Conversation</h3>
        {story.messages.map((m) => (
          <article id={m.role === "user" ? `turn-${m.turn}` : undefined} tabIndex={-1} class={`message ${m.role}${m.turn === turn && m.role !== "assistant" ? " stated" : ""}`}>
            <header>{m.role}, message {m.index}, turn {m.turn}</header>
            <p><Marked text={texts[m.text] ?? ""} needles={m.turn === turn && m.role !== "assistant" ? [...needles, ...words] : words} /></p>
            {story.cycles.map((c, i) => c.after === m.index && <a class="cut" href="#" onClick={(e) => jump(e, `cycle-${i + 1}`)}>cycle {i + 1}: {ranges(c.left ?? [])} left the window</a>)}
          </article>
        ))}
        {texts[story.final] && <article class="message assistant"><header>reply to the final task: {t.passed ? "passed" : "failed"}</header><p><Marked text={texts[story.final]!} needles={words} /></p></article>}
      </section>
      <section aria-label="Memory after each cycle">
        <h3>Memory</h3>
        {story.warnings.map((w) => <p class="missing">{texts[w]}</p>)}
        {story.cycles.length === 0 && <p class="missing">The memory never changed: nothing left the window.</p>}
        {story.cycles.map((c, i) => (
          <article id={`cycle-${i + 1}`} tabIndex={-1} class={`message memory${p >= 0 && t.lost[p] === i + 1 ? " lost" : ""}`}>
            <header>cycle {i + 1}, {c.tokens} tokens{c.cut ? ", CUT at the cap" : ""}: messages {ranges(c.left ?? [])} left{c.back?.length ? `, ${ranges(c.back)} came back` : ""}</header>
            <Memory before={i > 0 ? (texts[story.cycles[i - 1]!.text] ?? "") : ""} after={texts[c.text] ?? ""} needles={[...needles, ...words]} />
          </article>
        ))}
      </section>
    </div>
  );
}

/** A memory with what is new and what went, word by word. */
function Memory({ before, after, needles }: { before: string; after: string; needles: string[] }) {
  if (after === "") return <p class="faint">(no text)</p>;
  if (before === "" || before === after) return <p>{before === after && before !== "" ? <span class="faint">(unchanged) </span> : ""}<Marked text={after} needles={needles} /></p>;
  return (
    <p>
      {diffWords(before, after).map((d) => d.added ? <ins><Marked text={d.value} needles={needles} /></ins> : d.removed ? <del>{d.value}</del> : <Marked text={d.value} needles={needles} />)}
    </p>
  );
}

function ranges(ms: number[]): string {
  const out: string[] = [];
  for (let i = 0, j = 0; i < ms.length; i = j + 1) {
    for (j = i; ms[j + 1] === ms[j]! + 1; ) j++;
    out.push(i === j ? String(ms[i]) : `${ms[i]}–${ms[j]}`);
  }
  return out.join(", ") || "none";
}

function Calls({ keyOf, prices, simulated, probe }: { keyOf: string; prices: string; simulated: boolean; probe: string }) {
  const [calls, set] = useState<Call[] | null>(null);
  const [error, fail] = useState("");
  useEffect(() => { set(null); fail(""); }, [keyOf]);
  if (error) return <p class="missing">{error}</p>;
  if (!calls) return <p><button type="button" onClick={() => loadCalls(keyOf, prices).then(set, (e: Error) => fail(e.message))}>Show requests and replies</button></p>;
  const shown = probe ? calls.filter((c) => !c.Probe || c.Probe === probe) : calls;
  const sum = (of: (c: Call) => number) => shown.reduce((n, c) => n + of(c), 0);
  const all = { input: sum((c) => c.Usage.input), output: sum((c) => c.Usage.output), seconds: sum((c) => c.Seconds), usd: shown.some((c) => c.USD === null) ? null : sum((c) => c.USD!) };
  return (
    <section aria-label="Requests and replies">
      <h3>{shown.length} requests: {used(all, simulated)}</h3>
      {shown.map((c) => (
        <details>
          <summary>turn {c.Turn}, {c.Purpose}{c.Probe && `, ${c.Probe}`}, {c.Model.provider}:{c.Model.name}{c.Nominal ? ", not asked: counted as if" : ""}<span class="faint"> {used({ ...c.Usage, seconds: c.Seconds, usd: c.USD }, simulated)}{c.Usage.estimated && ", tokens counted here"}</span></summary>
          {(c.Prompt ?? []).map((m) => <article class={`message ${m.role}`}><header>{m.role}</header><p>{m.text}</p></article>)}
          <article class="message reply"><header>reply</header><p>{c.Reply}</p></article>
        </details>
      ))}
    </section>
  );
}

/** What requests took, in tokens, time and money. */
function used(u: { input: number; output: number; seconds: number; usd: number | null }, simulated: boolean): string {
  return `${u.input} → ${u.output} tokens${u.seconds > 0 ? `, ${u.seconds.toFixed(2)} s${simulated ? " SIMULATED" : ""}` : ""}, ${u.usd === null ? "no price" : `${usd(u.usd)} USD${simulated ? " nominal" : ""}`}`;
}

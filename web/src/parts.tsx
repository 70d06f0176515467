// Small parts that several pages show.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { loadChapter, type Doc, type Run } from "./data";
import type { Route } from "./route";
import { changed } from "./route";

/** What is shown of a chapter, once it is there. While a newer one is read, the older stays. */
export function Chapter<T>(props: { doc: Doc; name: string; route: Route; children: (value: T) => ComponentChildren }) {
  const [value, set] = useState<T | null>(null);
  const [error, fail] = useState("");
  useEffect(() => {
    let gone = false;
    loadChapter<T>(props.doc, props.name, props.route.args.get("experiment") ?? "").then(
      (v) => { if (!gone) { set(v); fail(""); } },
      (e: Error) => { if (!gone) fail(e.message); },
    );
    return () => { gone = true; };
  }, [props.doc, props.name]);
  return (
    <>
      {error && <p class="missing" role="alert">{error}</p>}
      {value === null ? !error && <p role="status">Reading…</p> : props.children(value)}
    </>
  );
}

export function Warnings({ texts }: { texts: string[] }) {
  if (!texts.length) return <></>;
  return (
    <section aria-label="Warnings">
      <h2>Before you believe it</h2>
      <ol class="warnings">{texts.map((t, i) => <li id={`warning-${i + 1}`} tabIndex={-1}>{t}</li>)}</ol>
    </section>
  );
}

/** What the words of a page mean, for a reader who has nothing else. */
export function Words({ children }: { children: ComponentChildren }) {
  return <details><summary>The words</summary><dl>{children}</dl></details>;
}

/** Goes to an element of the page, which the address doesn't name. */
export function jump(e: Event, id: string) {
  e.preventDefault();
  const to = document.getElementById(id);
  to?.scrollIntoView({ block: "center" });
  to?.focus();
}

/** What a page of a very large experiment leaves out. */
export function Listed({ page }: { page: Run }) {
  const all = page.experiment.plan.repeats;
  if (page.repeats >= all) return null;
  return <p class="note">The maps count all {all} repeats; single trials and what became of their facts are of the first {page.repeats}. Others: arena show, arena failures, arena export.</p>;
}

/** A choice that stands in the address. */
export function Choice(props: { route: Route; arg: string; label: string; none?: string; fallback?: string; options: { value: string; text: string }[]; clears?: string[] }) {
  const at = props.route.args.get(props.arg) ?? props.fallback ?? "";
  const cleared = Object.fromEntries((props.clears ?? []).map((c) => [c, ""]));
  return (
    <label class="choice">
      {props.label}
      <select value={at} onChange={(e) => { location.hash = changed({ ...cleared, [props.arg]: e.currentTarget.value }); }}>
        {props.none !== undefined && <option value="">{props.none}</option>}
        {props.options.map((o) => <option value={o.value} selected={o.value === at}>{o.text}</option>)}
      </select>
    </label>
  );
}

/** A text with what was looked for marked in it. Of what overlaps the first is marked. */
export function Marked({ text, needles }: { text: string; needles: string[] }) {
  const found = needles.map((n) => n.replace(/…$/, "").trim()).filter((n) => n.length > 1 || /\d/.test(n)).sort((a, b) => b.length - a.length);
  if (!found.length) return <>{text}</>;
  const pattern = new RegExp(found.map((n) => (/^[\p{L}\p{N}]+$/u.test(n) ? `(?<![\\p{L}\\p{N}])${n}(?![\\p{L}\\p{N}])` : n.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+"))).join("|"), "giu");
  const out = [];
  let at = 0;
  for (const m of text.matchAll(pattern)) {
    out.push(text.slice(at, m.index), <mark>{m[0]}</mark>);
    at = m.index + m[0].length;
  }
  return <>{out}{text.slice(at)}</>;
}

// Every table and picture of the report, as all other formats have them.
import type { Doc, Section, Tables } from "./data";
import { download } from "./chart";
import { Finding } from "./answer";
import { Chapter, Warnings, jump } from "./parts";
import type { Route } from "./route";
import { Table, type Column } from "./table";

export function Report({ doc, route, finding }: { doc: Doc; route: Route; finding: boolean }) {
  return (
    <>
      {finding && <Finding doc={doc} />}
      {doc.tables ? <All tables={doc.tables} /> : <Chapter<Tables> doc={doc} name="tables" route={route}>{(tables) => <All tables={tables} />}</Chapter>}
      <Warnings texts={doc.warnings} />
    </>
  );
}

function All({ tables }: { tables: Tables }) {
  const titled = tables.sections.map((s, i) => ({ s, i })).filter((x) => x.s.title);
  return (
    <>
      {titled.length > 2 && <nav class="toc" aria-label="Contents"><ul class="contents">{titled.map(({ s, i }) => <li><a href="#" onClick={(e) => jump(e, `section-${i}`)}>{s.title}</a></li>)}</ul></nav>}
      {tables.charts.map((c) => c.missing ? <p class="missing">{c.title}: {c.missing}</p> : (
        <figure class="chart drawn">
          <div class="scroll" tabIndex={0} role="region" aria-label={c.title}><img alt={c.title} src={"data:image/svg+xml;utf8," + encodeURIComponent(c.svg)} /></div>
          <figcaption><button type="button" class="small" onClick={() => download(`${c.name}.svg`, c.svg)}>save as SVG</button></figcaption>
        </figure>
      ))}
      {tables.sections.map((s, i) => <Part s={s} id={`section-${i}`} />)}
      {tables.notes.map((n) => <p>{n}</p>)}
    </>
  );
}

/** What a cell sorts by: its number, if it begins with one. */
function key(text: string): number | string {
  const n = /^[+−-]?[\d,]*\.?\d+/.exec(text.trim());
  return n ? Number(n[0].replaceAll(",", "").replace("−", "-")) : text;
}

function Part({ s, id }: { s: Section; id: string }) {
  const align = s.align || "lr";
  const columns: Column<string[]>[] = s.head.map((head, i) => ({
    head, left: (align[i] ?? align[align.length - 1]) === "l", text: (r) => r[i] ?? "", by: (r) => key(r[i] ?? ""),
  }));
  return (
    <section id={id} tabIndex={-1}>
      {s.title && <h2>{s.title}</h2>}
      {s.rows.length > 0 && <Table label={s.title || "Table"} columns={columns} rows={s.rows}>{null}</Table>}
      {s.notes.map((n) => <p class="note">{n}</p>)}
      {s.list.length > 0 && <ul>{s.list.map((item) => <li>{item.map((line, i) => i ? <div class="faint">{line}</div> : line)}</li>)}</ul>}
      {s.text && <pre tabIndex={0}>{s.text}</pre>}
      {s.warnings.length > 0 && <ul class="warnings">{s.warnings.map((w) => <li>{w}</li>)}</ul>}
    </section>
  );
}

// A table that sorts by any column and copies itself as CSV.
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { markedRows } from "./mark";
import { changed, type Route } from "./route";

export interface Column<T> {
  head: string;
  title?: string; // what the column counts
  left?: boolean;
  text: (row: T) => string; // as CSV has it
  show?: (row: T) => ComponentChildren;
  by?: (row: T) => number | string; // what it sorts by; text if there is none
  hint?: (row: T) => string;
}

/** A cell of CSV. What a spreadsheet would take for a formula gets an apostrophe. */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?[\d.]+$/.test(text) ? "'" + text : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csv(head: string[], rows: string[][]): string {
  return markedRows(head, rows).map((r) => r.map(csvCell).join(",")).join("\n") + "\n";
}

/** A button that copies a text, and says so. */
export function Copy(props: { text: () => string; label: string }) {
  const [said, say] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(props.text());
      say("copied");
    } catch {
      const area = document.createElement("textarea"); // a file has no clipboard in some browsers
      area.value = props.text();
      document.body.append(area);
      area.select();
      say(document.execCommand("copy") ? "copied" : "not allowed here");
      area.remove();
    }
    setTimeout(() => say(""), 1500);
  };
  return (
    <button type="button" class="small" onClick={copy}>
      <span aria-live="polite">{said || props.label}</span>
    </button>
  );
}

export function Table<T>(props: {
  label: string;
  columns: Column<T>[];
  rows: T[];
  id?: string; // with it and the route, what the table is sorted by stands in the address
  route?: Route;
  rowClass?: (row: T) => string;
  most?: number; // rows that are shown before all are asked for
  children?: ComponentChildren;
}) {
  const [mine, set] = useState("");
  const [all, showAll] = useState(false);
  const arg = props.id && props.route ? `sort-${props.id}` : "";
  const said = /^(\d+)(d?)$/.exec(arg ? (props.route!.args.get(arg) ?? "") : mine);
  const by = said && props.columns[Number(said[1])] ? { column: Number(said[1]), down: said[2] === "d" } : null;
  const sort = (s: string) => { if (arg) location.hash = changed({ [arg]: s }); else set(s); };
  let rows = props.rows;
  if (by) {
    const c = props.columns[by.column]!;
    const key = c.by ?? c.text;
    rows = [...rows].sort((a, b) => {
      const x = key(a), y = key(b);
      const order = typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y));
      return by.down ? -order : order;
    });
  }
  const click = (i: number) => sort(next(i));
  // First the way that is asked for most, then the other, then the order of the report.
  const next = (i: number) => {
    const first = props.columns[i]!.left ? "" : "d";
    if (by?.column !== i) return `${i}${first}`;
    return by.down === (first === "d") ? `${i}${first ? "" : "d"}` : "";
  };
  return (
    <figure class="table">
      <div class="scroll" tabIndex={0} role="region" aria-label={props.label} aria-describedby="keys">
        <table>
          <thead>
            <tr>
              {props.columns.map((c, i) => (c.head === "" ? <td /> :
                <th scope="col" class={c.left ? "left" : ""} data-tip={c.title} aria-sort={by?.column === i ? (by.down ? "descending" : "ascending") : "none"}>
                  <button type="button" onClick={() => click(i)}>
                    {c.head}
                    <span aria-hidden="true">{by?.column === i ? (by.down ? " ▾" : " ▴") : ""}</span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(all ? rows : rows.slice(0, props.most)).map((r) => (
              <tr class={props.rowClass?.(r)}>
                {props.columns.map((c) => cell(c, r))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <figcaption>
        {!all && props.most && rows.length > props.most && <button type="button" onClick={() => showAll(true)}>show all {rows.length} rows</button>}
        {props.children}
        <Copy label="copy as CSV" text={() => csv(props.columns.map((c) => c.head), rows.map((r) => props.columns.map((c) => c.text(r))))} />
      </figcaption>
    </figure>
  );
}

/** A text that may be broken after what separates the parts of a name. */
export function broken(text: string): ComponentChildren {
  return text.split(/(?<=[,/;(_·|])(?=[^\s\d])/).flatMap((part, i) => (i ? [<wbr />, part] : [part]));
}

function cell<T>(c: Column<T>, r: T): JSX.Element {
  return (
    <td class={c.left ? (c.text(r).length <= 24 ? "left short" : "left") : ""} data-tip={c.hint?.(r) || undefined}>
      {c.show ? c.show(r) : c.left ? broken(c.text(r)) : c.text(r)}
    </td>
  );
}

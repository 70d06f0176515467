// Maps of shares, in colours that the colour-blind can tell apart.
import { Copy, broken, csv } from "./table";

export interface Cell { share: number | null; text: string; hint: string; to?: string; on?: boolean }

/** A map of shares: a table whose cells are coloured, and may lead on. */
export function Heat(props: { label: string; corner: string; head: { text: string; hint?: string }[]; rows: { text: string; cells: Cell[] }[]; caption: string }) {
  const chosen = props.rows.flatMap((r) => r.cells.flatMap((c, i) => (c.on ? [`${r.text}, ${props.head[i]!.text}: ${c.hint}.`] : [])));
  return (
    <figure class="table heat">
      <div class="scroll" tabIndex={0} role="region" aria-label={props.label} aria-describedby="keys">
        <table>
          <thead><tr><th scope="col" class="left">{props.corner}</th>{props.head.map((h) => <th scope="col" data-tip={h.hint}>{h.text}</th>)}</tr></thead>
          <tbody>
            {props.rows.map((r) => (
              <tr>
                <th scope="row" class="left">{broken(r.text)}</th>
                {r.cells.map((c) => (
                  <td style={shade(c.share)} class={c.on ? "on" : undefined} data-tip={c.hint}>{c.to ? <a href={c.to}>{c.text}</a> : <span>{c.text}</span>}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <figcaption>
        <span><span class="scale">0 % <span aria-hidden="true" style={`background: linear-gradient(to right, ${stops.map((s) => `rgb(${s.join(" ")})`).join(", ")})`} /> 100 %</span> {props.caption}{chosen.length === 1 && <strong role="status"> {chosen}</strong>}</span>
        <Copy label="copy as CSV" text={() => csv([props.corner, ...props.head.map((h) => h.text)], props.rows.map((r) => [r.text, ...r.cells.map((c) => c.text)]))} />
      </figcaption>
    </figure>
  );
}

/** From little kept to much: from orange over grey to blue, which the colour-blind can tell apart; every cell has its number, too. */
const stops = [[178, 77, 0], [236, 152, 80], [228, 228, 228], [110, 170, 214], [0, 84, 147]] as const;

/** The shade of a share; the text on it is readable. */
function shade(share: number | null): { background: string; color: string } | undefined {
  if (share === null) return undefined;
  const x = Math.min(0.9999, Math.max(0, share)) * (stops.length - 1);
  const a = stops[Math.floor(x)]!, b = stops[Math.floor(x) + 1]!;
  const mixed = a.map((v, i) => Math.round(v + (b[i]! - v) * (x % 1)));
  const linear = mixed.map((v) => { const s = v / 255; return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4; });
  const light = 0.2126 * linear[0]! + 0.7152 * linear[1]! + 0.0722 * linear[2]!;
  return { background: `rgb(${mixed.join(" ")})`, color: light > 0.179 ? "#000" : "#fff" }; // where both have the same contrast
}

// The mark of what is simulated, on everything that leaves the page.

let simulated = false;

/** Says whether what is shown is simulated. */
export function mark(yes: boolean) {
  simulated = yes;
}

/** A table as rows of CSV, with a column that says so where it is simulated. */
export function markedRows(head: string[], rows: string[][]): string[][] {
  return simulated ? [[...head, "simulated"], ...rows.map((r) => [...r, "true"])] : [head, ...rows];
}

/** A picture as SVG, with a line that says so where it is simulated. */
export function markedSVG(svg: SVGSVGElement): string {
  const out = svg.cloneNode(true) as SVGSVGElement;
  if (simulated) {
    const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
    for (const [k, v] of Object.entries({ x: "4", y: "12", "font-size": "11", "font-family": "sans-serif", fill: "#b34700" })) text.setAttribute(k, v);
    text.textContent = "SIMULATED";
    out.append(text);
  }
  return new XMLSerializer().serializeToString(out);
}

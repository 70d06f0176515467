// What explains a thing (data-tip) is shown where the pointer is, where the focus is, and where one tapped; Escape closes it.
// In a table arrow keys go from cell to cell, so that what explains a cell needs no pointer.

const box = document.createElement("div");
box.id = "tip";
box.setAttribute("role", "tooltip");
box.hidden = true;

let of: HTMLElement | null = null; // what is explained
let told: Element | null = null; // what says so to those who listen

const explained = (x: EventTarget | null) => (x instanceof Element ? x.closest<HTMLElement>("[data-tip]") : null);

function show(at: HTMLElement) {
  hide();
  of = at;
  told = at.contains(document.activeElement) ? document.activeElement : at;
  told!.setAttribute("aria-describedby", box.id);
  box.textContent = at.dataset.tip!;
  box.hidden = false;
  place();
}

function hide() {
  told?.removeAttribute("aria-describedby");
  box.hidden = true;
  of = told = null;
}

/** Under what is explained, or over it where there is no room. It touches that, so that a pointer can go there. */
function place() {
  if (!of) return;
  const at = of.getBoundingClientRect();
  if (at.bottom < 0 || at.top > innerHeight) return hide();
  box.style.left = `${Math.max(8, Math.min(at.left, document.documentElement.clientWidth - box.offsetWidth - 8))}px`;
  box.style.top = `${at.bottom + box.offsetHeight <= innerHeight ? at.bottom - 1 : Math.max(0, at.top - box.offsetHeight + 1)}px`;
}

/** Goes to the next cell of a table. */
function walk(e: KeyboardEvent) {
  const from = e.target as Element, region = from.closest("figure.table .scroll");
  if (!region || e.altKey || e.ctrlKey || e.metaKey) return;
  const cell = from.closest<HTMLTableCellElement>("th, td");
  if (e.key === "Enter" && cell === from) return cell.querySelector<HTMLElement>("a, button")?.click();
  const rows = [...region.querySelectorAll("tr")];
  let r = cell ? rows.indexOf(cell.parentElement as HTMLTableRowElement) : 0, c = cell ? cell.cellIndex : 0;
  switch (e.key) {
    case "ArrowUp": r--; break;
    case "ArrowDown": if (cell) r++; break;
    case "ArrowLeft": c--; break;
    case "ArrowRight": if (cell) c++; break;
    case "Home": c = 0; break;
    case "End": c = Infinity; break;
    default: return;
  }
  const row = rows[Math.max(0, Math.min(r, rows.length - 1))]!, to = row.cells[Math.max(0, Math.min(c, row.cells.length - 1))]!;
  e.preventDefault();
  to.tabIndex = -1;
  to.focus();
}

/** Explains from now on. */
export function explain() {
  document.body.append(box);
  addEventListener("pointerover", (e) => {
    if (e.pointerType === "touch") return;
    const at = explained(e.target);
    if (at) { if (at !== of) show(at); } else if (of && !box.contains(e.target as Node) && !of.contains(document.activeElement)) hide();
  });
  addEventListener("focusin", (e) => { const at = explained(e.target); if (at) show(at); else hide(); });
  addEventListener("focusout", (e) => { if (!e.relatedTarget) hide(); });
  addEventListener("click", (e) => {
    const at = explained(e.target);
    if (!at) return;
    if (!(e.target as Element).closest("a, button")) { at.tabIndex = -1; at.focus({ preventScroll: true }); }
    show(at);
  });
  addEventListener("keydown", (e) => { if (e.key === "Escape") hide(); else walk(e); });
  addEventListener("scroll", place, true);
  addEventListener("resize", place);
  // What goes, or says something else from now on, isn't explained any more.
  new MutationObserver(() => { if (of && (!of.isConnected || of.dataset.tip !== box.textContent)) hide(); })
    .observe(document.body, { subtree: true, childList: true, attributeFilter: ["data-tip"] });
}

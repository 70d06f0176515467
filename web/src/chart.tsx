// A chart by ECharts, drawn as SVG, which can be saved.
import { CustomChart, LineChart, ParallelChart, ScatterChart } from "echarts/charts";
import { GridComponent, LegendComponent, ParallelComponent, TooltipComponent, VisualMapComponent } from "echarts/components";
import { type EChartsCoreOption, type EChartsType, init, use } from "echarts/core";
import { LabelLayout } from "echarts/features";
import { SVGRenderer } from "echarts/renderers";
import { useEffect, useRef, useState } from "preact/hooks";
import { markedSVG } from "./mark";

use([CustomChart, LineChart, ParallelChart, ScatterChart, GridComponent, LabelLayout, LegendComponent, ParallelComponent, TooltipComponent, VisualMapComponent, SVGRenderer]);

export type Option = EChartsCoreOption;

/** The colours of the page, for charts. */
export type Colours = ReturnType<typeof colours>;

const dark = matchMedia("(prefers-color-scheme: dark)");

/** The colours of the page as they are now. */
export function colours() {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return { text: of("--text"), faint: of("--faint"), line: of("--line"), back: of("--back"), accent: of("--accent"), other: of("--other"), warn: of("--warn") };
}

/** What a series has that can be pointed at. */
interface Drawn { type: string; name?: string; silent?: boolean; data?: unknown[] }

/** A point of a chart: where it is on the screen, and where in its option. */
interface Stop { x: number; y: number; name: string; seriesIndex: number; dataIndex: number; data: unknown }

/** The points of what is drawn. Those of a parallel chart are lines, one beside the other. */
function stopsOf(chart: EChartsType, series: Drawn[]): Stop[] {
  const chosen = (chart.getOption().legend as { selected?: Record<string, boolean> }[] | undefined)?.[0]?.selected ?? {};
  return series.flatMap((s, seriesIndex) => s.silent || s.type === "custom" || chosen[s.name ?? ""] === false ? [] : (s.data ?? []).map((data, dataIndex) => {
    const value = (Array.isArray(data) ? data : (data as { value: number[] }).value) as number[];
    const [x, y] = s.type === "parallel" ? [dataIndex, dataIndex] : chart.convertToPixel({ seriesIndex }, value.slice(0, 2)) as [number, number];
    return { x, y, name: s.name ?? "", seriesIndex, dataIndex, data };
  }));
}

/** What a tooltip says, in a line. */
function line(html: string): string {
  const text = new DOMParser().parseFromString(html.replace(/<br>/g, ", "), "text/html").body.textContent ?? "";
  return text.replace(/,(?=\s*,)|(?<=:),/g, "");
}

/**
 * A chart whose points can be read: under the pointer, by a tap near one, and by arrow keys once it has the focus. A point may
 * lead somewhere: by a click, Enter, and the link beside its text.
 */
export function Chart(props: { label: string; name: string; height: number; option: (c: Colours, width: number) => Option; to?: (data: unknown, at: number) => string }) {
  const at = useRef<HTMLDivElement>(null);
  const now = useRef<{ chart: EChartsType; series: Drawn[]; text: (s: Stop) => string; stop?: Stop }>(null);
  const [drawn, redraw] = useState(0);
  const [read, say] = useState<{ text: string; to?: string } | null>(null);
  const leads = (s: Stop) => props.to?.(s.data, s.dataIndex);
  const go = (stop: Stop | undefined, tip: boolean) => {
    const { chart, stop: before, text } = now.current!;
    if (before) chart.dispatchAction({ type: "downplay", seriesIndex: before.seriesIndex, dataIndex: before.dataIndex });
    now.current!.stop = stop;
    if (!stop) {
      chart.dispatchAction({ type: "hideTip" });
      return say(null);
    }
    chart.dispatchAction({ type: "highlight", seriesIndex: stop.seriesIndex, dataIndex: stop.dataIndex });
    if (tip && now.current!.series[stop.seriesIndex]!.type !== "parallel") chart.dispatchAction({ type: "showTip", seriesIndex: stop.seriesIndex, dataIndex: stop.dataIndex });
    say({ text: text(stop), to: leads(stop) });
  };
  useEffect(() => {
    const div = at.current!;
    const chart = init(div, undefined, { renderer: "svg" });
    const draw = () => {
      const c = colours(), made = props.option(c, div.clientWidth), tooltip = made.tooltip as { formatter: (p: object) => string };
      const series = ([made.series].flat() as Drawn[]).map((s) => (s.type === "scatter" ? { emphasis: { scale: 1.8 }, ...s } : s.type === "line" ? { symbol: "circle", ...s } : s));
      chart.resize();
      chart.setOption({
        animation: false, textStyle: { fontFamily: getComputedStyle(div).fontFamily }, ...made, series,
        ...(made.legend ? { legend: { top: 0, itemWidth: 16, itemHeight: 10, type: "scroll", textStyle: { color: c.text }, pageTextStyle: { color: c.text }, pageIconColor: c.accent, pageIconInactiveColor: c.line, ...made.legend } } : {}),
        tooltip: { backgroundColor: c.back, borderColor: c.line, textStyle: { color: c.text }, confine: true, extraCssText: "white-space: normal; overflow-wrap: anywhere; max-width: min(46ch, 90vw)", ...tooltip },
      }, true);
      now.current = { chart, series, text: (s) => line(tooltip.formatter({ seriesName: s.name, seriesIndex: s.seriesIndex, dataIndex: s.dataIndex, data: s.data, name: (s.data as { name?: string }).name, value: Array.isArray(s.data) ? s.data : (s.data as { value: unknown }).value })) };
      say(null);
    };
    draw();
    chart.getZr().on("click", (e) => {
      const x = e.offsetX, y = e.offsetY, far = (s: Stop) => Math.hypot(s.x - x, s.y - y);
      const touched = e.event.type.startsWith("touch") || (e.event as unknown as PointerEvent).pointerType === "touch";
      const near = stopsOf(chart, now.current!.series.filter((s) => s.type !== "parallel")).filter((s) => far(s) < (touched ? 28 : 8)).sort((a, b) => far(a) - far(b))[0];
      const to = near && leads(near);
      if (to && !touched) location.hash = to;
      else if (near) go(near, touched);
    });
    chart.on("click", "series.parallel", (e) => go({ x: e.dataIndex, y: e.dataIndex, name: "", seriesIndex: e.seriesIndex!, dataIndex: e.dataIndex, data: e.data }, false));
    const watch = new ResizeObserver(draw);
    watch.observe(div);
    const theme = () => redraw((n) => n + 1);
    dark.addEventListener("change", theme);
    return () => {
      watch.disconnect();
      dark.removeEventListener("change", theme);
      chart.dispose();
    };
  }, [props.option, drawn]);
  const key = (e: KeyboardEvent) => {
    const { chart, series, stop } = now.current!;
    if (e.altKey || e.ctrlKey || e.metaKey) return;
    const to = stop && leads(stop);
    if (e.key === "Escape") return go(undefined, false);
    if (e.key === "Enter") { if (to) location.hash = to; return; }
    const upright = e.key === "ArrowUp" || e.key === "ArrowDown";
    const all = stopsOf(chart, series).sort((a, b) => (upright ? a.y - b.y || a.x - b.x : a.x - b.x || a.y - b.y));
    const i = stop ? all.findIndex((s) => s.seriesIndex === stop.seriesIndex && s.dataIndex === stop.dataIndex) : -1;
    const next = { ArrowRight: i + 1, ArrowDown: i + 1, ArrowLeft: i - 1, ArrowUp: i - 1, Home: 0, End: all.length - 1, PageDown: i + 10, PageUp: i - 10 }[e.key];
    if (next === undefined || !all.length) return;
    e.preventDefault();
    go(all[Math.max(0, Math.min(next, all.length - 1))], true);
  };
  const save = () => {
    const svg = at.current?.querySelector("svg");
    if (svg) download(`${props.name}.svg`, markedSVG(svg));
  };
  return (
    <figure class="chart">
      <div class="plot" role="application" aria-roledescription="chart" aria-label={props.label} aria-describedby="keys" tabIndex={0} onKeyDown={key} onBlur={() => now.current?.chart.dispatchAction({ type: "hideTip" })}>
        <div ref={at} aria-hidden="true" style={`height: ${props.height}px`} />
      </div>
      <figcaption>
        <span role="status" class="reading">{read && <>{read.text} {read.to && <a href={read.to}>open</a>}</>}</span>
        <button type="button" class="small" onClick={save}>save as SVG</button>
      </figcaption>
    </figure>
  );
}

export function download(name: string, text: string) {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 1000);
}

/** Okabe and Ito's colours, which the colour-blind can tell apart, and two more. */
export const palette = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#999933", "#7b6fd0"];

/** An axis in the colours of the page. */
export function axis(c: Colours, name: string, gap: number, more: object = {}) {
  return { name, nameLocation: "middle", nameGap: gap, axisLine: { onZero: false }, axisLabel: { color: c.text, hideOverlap: true }, nameTextStyle: { color: c.text }, splitLine: { lineStyle: { color: c.line } }, ...more };
}

/** An axis that names rows, from the lowest up: row i is at i, so that two points of a row may stand one over the other. */
export function rows(c: Colours, names: string[], width: number) {
  return { type: "value", min: -1, max: names.length, interval: 1, axisLabel: { color: c.text, width, overflow: "truncate", formatter: (v: number) => names[v] ?? "" }, axisTick: { show: false }, splitLine: { show: false } };
}

interface Api { value(i: number): number; coord(p: number[]): number[] }

/** Intervals of data [x, y, low, high]: along y, or along x if they lie. */
export function whiskers(data: unknown[], colour: string, lying = false) {
  return {
    type: "custom", silent: true, data, encode: lying ? { x: [2, 3], y: 1 } : { x: 0, y: [2, 3] }, z: 1,
    renderItem: (_: unknown, api: Api) => {
      const at = (i: number) => (lying ? api.coord([api.value(i), api.value(1)]) : api.coord([api.value(0), api.value(i)])) as [number, number];
      const [x1, y1] = at(2), [x2, y2] = at(3);
      const line = (x1: number, y1: number, x2: number, y2: number) => ({ type: "line", shape: { x1, y1, x2, y2 }, style: { stroke: colour, lineWidth: lying ? 2 : 1, opacity: lying ? 1 : 0.6 } });
      return { type: "group", children: lying ? [line(x1, y1, x2, y2)] : [line(x1, y1, x2, y2), line(x1 - 4, y1, x1 + 4, y1), line(x2 - 4, y2, x2 + 4, y2)] };
    },
  };
}

/** Text in a tooltip, which is HTML. */
export function safe(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

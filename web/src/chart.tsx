// A chart by ECharts, drawn as SVG, which can be saved.
import { CustomChart, LineChart, ParallelChart, ScatterChart } from "echarts/charts";
import { AriaComponent, GridComponent, LegendComponent, ParallelComponent, TooltipComponent, VisualMapComponent } from "echarts/components";
import { type EChartsCoreOption, init, use } from "echarts/core";
import { LabelLayout } from "echarts/features";
import { SVGRenderer } from "echarts/renderers";
import { useEffect, useRef, useState } from "preact/hooks";
import { markedSVG } from "./mark";

use([CustomChart, LineChart, ParallelChart, ScatterChart, AriaComponent, GridComponent, LabelLayout, LegendComponent, ParallelComponent, TooltipComponent, VisualMapComponent, SVGRenderer]);

export type Option = EChartsCoreOption;

const dark = matchMedia("(prefers-color-scheme: dark)");

/** The colours of the page as they are now. */
export function colours() {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return { text: of("--text"), faint: of("--faint"), line: of("--line"), back: of("--back"), accent: of("--accent"), other: of("--other"), warn: of("--warn") };
}

export function Chart(props: { label: string; name: string; height: number; option: (c: ReturnType<typeof colours>, width: number) => Option; click?: (at: { seriesIndex?: number; dataIndex: number; data: unknown }) => void }) {
  const at = useRef<HTMLDivElement>(null);
  const [drawn, redraw] = useState(0);
  useEffect(() => {
    const div = at.current!;
    const chart = init(div, undefined, { renderer: "svg" });
    const draw = () => {
      chart.resize();
      chart.setOption({ animation: false, aria: { enabled: true, label: { description: props.label } }, textStyle: { fontFamily: getComputedStyle(div).fontFamily }, ...props.option(colours(), div.clientWidth) }, true);
    };
    draw();
    if (props.click) chart.on("click", (e) => props.click!({ seriesIndex: e.seriesIndex, dataIndex: e.dataIndex, data: e.data }));
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
  const save = () => {
    const svg = at.current?.querySelector("svg");
    if (svg) download(`${props.name}.svg`, markedSVG(svg));
  };
  return (
    <figure class="chart">
      <div ref={at} role="img" aria-label={props.label} style={`height: ${props.height}px`} />
      <figcaption>
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

type Colours = ReturnType<typeof colours>;

/** An axis in the colours of the page. */
export function axis(c: Colours, name: string, gap: number, more: object = {}) {
  return { name, nameLocation: "middle", nameGap: gap, axisLabel: { color: c.text, hideOverlap: true }, nameTextStyle: { color: c.text }, splitLine: { lineStyle: { color: c.line } }, ...more };
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

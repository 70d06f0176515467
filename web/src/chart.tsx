// A chart by ECharts, drawn as SVG, which can be saved.
import { CustomChart, LineChart, ParallelChart, ScatterChart } from "echarts/charts";
import { AriaComponent, GridComponent, LegendComponent, ParallelComponent, TooltipComponent, VisualMapComponent } from "echarts/components";
import { type EChartsCoreOption, init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { useEffect, useRef, useState } from "preact/hooks";

use([CustomChart, LineChart, ParallelChart, ScatterChart, AriaComponent, GridComponent, LegendComponent, ParallelComponent, TooltipComponent, VisualMapComponent, SVGRenderer]);

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
    if (svg) download(`${props.name}.svg`, new XMLSerializer().serializeToString(svg));
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

/** Text in a tooltip, which is HTML. */
export function safe(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

// The tokens of each request of a mission: how the context grows, and how much of it was cached.

import { useEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import type { RequestView } from "../../model/run-view.ts";
import { compactText } from "../data/formats.ts";

export interface TokenChartProps {
  readonly requests: readonly RequestView[];
  readonly selected: number;
  readonly onSelect: (request: number) => void;
}

const height = 116;

export function TokenChart({ requests, selected, onSelect }: TokenChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [theme, setTheme] = useState(0);
  useEffect(() => {
    const changed = (): void => setTheme((count) => count + 1);
    const media = matchMedia("(prefers-color-scheme: dark)");
    media.addEventListener("change", changed);
    addEventListener("ptc-theme", changed);
    return () => {
      media.removeEventListener("change", changed);
      removeEventListener("ptc-theme", changed);
    };
  }, []);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const colors = getComputedStyle(element);
    const color = (name: string): string => colors.getPropertyValue(name).trim();
    const bars = uPlot.paths.bars?.({ size: [0.6, 36] });
    const series = (label: string, fill: string): uPlot.Series => ({
      label,
      fill,
      stroke: fill,
      points: { show: false },
      ...(bars === undefined ? {} : { paths: bars }),
    });
    const axis = {
      stroke: color("--muted"),
      font: "11px system-ui, sans-serif",
      ticks: { show: false },
    };
    const plot = new uPlot(
      {
        ...{
          width: element.clientWidth,
          height,
          legend: { show: false },
          cursor: { drag: { x: false, y: false } },
        },
        scales: {
          x: { time: false, range: () => [0.3, requests.length + 0.7] },
          y: { range: (_plot, _least, most) => [0, most * 1.1] },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            size: 24,
            incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000],
          },
          {
            ...axis,
            grid: { stroke: color("--line"), width: 1 },
            values: (_plot, values) => values.map(compactText),
            size: 46,
          },
        ],
        series: [
          {},
          series("Input", color("--chart-input")),
          series("Cached", color("--chart-cached")),
          series("Output", color("--chart-output")),
        ],
      },
      [
        requests.map((_, index) => index + 1),
        requests.map(({ inputTokens }) => inputTokens ?? null),
        requests.map(({ cachedTokens }) => cachedTokens ?? null),
        requests.map(({ outputTokens }) => outputTokens ?? null),
      ],
      element,
    );
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    const choose = (): void => {
      const at = plot.cursor.idx;
      if (at !== null && at !== undefined) onSelect(at);
    };
    plot.over.addEventListener("click", choose);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [requests, theme]);
  const most = requests.reduce((sum, { inputTokens = 0 }) => Math.max(sum, inputTokens), 0);
  return (
    <figure class="chart">
      <figcaption>
        <b>Tokens of each request</b>
        <span class="key is-input">Input</span>
        <span class="key is-cached">Cached</span>
        <span class="key is-output">Output</span>
        <span class="spring" />
        <span class="muted">request {selected + 1} is shown below</span>
      </figcaption>
      <div
        ref={frame}
        class="chart-frame"
        role="img"
        aria-label={`Tokens of ${String(requests.length)} requests; the largest has ${compactText(most)} input tokens`}
      />
    </figure>
  );
}

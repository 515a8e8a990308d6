// A chart of horizontal bars. Each bar has its label and value as text, so it needs no other form
// for screen readers.

import { cellText } from "./data-table.tsx";

export interface BarChartProps {
  readonly title: string;
  readonly bars: readonly { readonly label: string; readonly value: number }[];
}

const mostBars = 40;

export function BarChart({ title, bars }: BarChartProps) {
  const longest = Math.max(...bars.map(({ value }) => Math.abs(value)), Number.MIN_VALUE);
  return (
    <figure className="chart">
      <figcaption>{title}</figcaption>
      <dl>
        {bars.slice(0, mostBars).map(({ label, value }, index) => (
          <div key={index} className="bar">
            <dt>{cellText(label)}</dt>
            <dd>
              <span
                className={value < 0 ? "fill is-negative" : "fill"}
                style={{ inlineSize: `${String((100 * Math.abs(value)) / longest)}%` }}
              />
              <span className="value">{cellText(value)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}

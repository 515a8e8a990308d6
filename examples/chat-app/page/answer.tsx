// The answer of a run: its text, a table and a chart. It comes from a model, so each field is read
// as far as it has the expected form.

import { BarChart } from "./bar-chart.tsx";
import { DataTable } from "./data-table.tsx";

export function Answer({ value }: { readonly value: unknown }) {
  const { text, table, chart, saved } = fields(value);
  const { columns, rows } = fields(table);
  const { title, bars } = fields(chart);
  return (
    <>
      {typeof text === "string" && <p className="result">{text}</p>}
      {typeof saved === "string" && /^\/saved\/[0-9a-f-]{36}$/.test(saved) && (
        <p>
          <a href={saved} download>
            Download the saved file
          </a>
        </p>
      )}
      {Array.isArray(bars) && bars.length > 0 && (
        <BarChart title={typeof title === "string" ? title : "Chart"} bars={bars.flatMap(barOf)} />
      )}
      {Array.isArray(columns) && Array.isArray(rows) && (
        <DataTable
          label="Table of the answer"
          columns={columns.map(String)}
          rows={rows.filter((row): row is unknown[] => Array.isArray(row))}
        />
      )}
    </>
  );
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function barOf(bar: unknown) {
  const { label, value } = fields(bar);
  return typeof label === "string" && typeof value === "number" ? [{ label, value }] : [];
}

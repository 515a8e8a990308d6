// A table of values. All values are shown as text.

export interface DataTableProps {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

const mostRows = 100;
const longestCell = 200;

export function DataTable({ label, columns, rows }: DataTableProps) {
  return (
    <div className="table" tabIndex={0} role="group" aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th
                key={index}
                scope="col"
                className={typeof rows[0]?.[index] === "number" ? "is-number" : ""}
              >
                {cellText(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, mostRows).map((row, index) => (
            <tr key={index}>
              {row.map((value, at) => (
                <td key={at} className={typeof value === "number" ? "is-number" : ""}>
                  {cellText(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > mostRows && <p className="muted">{rows.length - mostRows} more rows</p>}
    </div>
  );
}

export function cellText(value: unknown): string {
  if (typeof value === "number") return value.toLocaleString("en", { maximumFractionDigits: 2 });
  const text = typeof value === "string" ? value : value === null ? "" : JSON.stringify(value);
  return text.length > longestCell ? `${text.slice(0, longestCell)}…` : text;
}

// The data of the ten tasks: order files, logs and a graph of customers. Always the same.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const months = ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"] as const;
const names = ["ann", "bob", "cem", "dia", "eva", "fay", "gus", "hal", "ida", "jon"] as const;
const rowsPerFile = 50;

export interface Order {
  readonly month: string;
  readonly customer: string;
  readonly total: number;
}

export const orderFiles: readonly string[] = months.map((month) => `orders-${month}.csv`);

export const orders: readonly Order[] = months.flatMap((month, at) =>
  Array.from({ length: rowsPerFile }, (_, row) => ({
    month,
    customer: names[(row * row + 3 * at) % names.length] ?? "ann",
    total: ((row * 37 + at * 101) % 400) + 1,
  })),
);

export const customers: readonly string[] = [...names, "kim", "leo"];

/** Writes the files, and returns their folder. */
export function writeWorld(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const month of months) {
    const rows = orders.filter((order) => order.month === month);
    const lines = rows.map(
      ({ customer, total }, row) => `${String(row)},${customer},${String(total)}`,
    );
    writeFileSync(join(folder, `orders-${month}.csv`), `id,customer,total\n${lines.join("\n")}\n`);
  }
  for (const day of [1, 2, 3])
    writeFileSync(
      join(folder, `log-${String(day)}.txt`),
      Array.from({ length: 80 }, (_, line) => {
        const level = (line * day) % 9 === 4 ? "ERROR" : "INFO";
        return `10:${String(line % 60).padStart(2, "0")} ${level} request ${String(line)} of day ${String(day)}\n`;
      }).join(""),
    );
}

/** The graph, as arguments of the memory server. */
export const graph = {
  entities: customers.map((name, at) => ({
    name,
    entityType: "customer",
    observations: [
      `lives in ${["Oslo", "Rome", "Bern"][at % 3] ?? ""}`,
      `customer since ${String(2015 + at)}`,
    ],
  })),
  relations: customers.slice(1).map((name, at) => ({
    from: name,
    to: customers[at] ?? "ann",
    relationType: "recommended by",
  })),
};

export function totalOf(rows: readonly Order[]): number {
  return rows.reduce((sum, { total }) => sum + total, 0);
}

/** The totals by customer, largest first. */
export function totalsByCustomer(): readonly (readonly [string, number])[] {
  return customers
    .map((name) => [name, totalOf(orders.filter(({ customer }) => customer === name))] as const)
    .filter(([, total]) => total > 0)
    .sort(([, left], [, right]) => right - left);
}

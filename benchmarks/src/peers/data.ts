// The input data of programs, the same in every process.

/** Returns rows of a sales table, as a database would return them. */
export function sales(count: number): readonly Readonly<Record<string, unknown>>[] {
  const regions = ["north", "south", "east", "west", "overseas"];
  return Array.from({ length: count }, (_, index) => ({
    id: index,
    status: index % 3 === 0 ? "open" : "paid",
    region: regions[(index * 7) % 5],
    customer: `customer-${String((index * 31) % 97)}`,
    // The values are scattered and partly repeated, so that sorting has work to do.
    amount: (index * 7919) % 5003,
    price: (index % 50) + 1,
    quantity: (index % 7) + 1,
  }));
}

/** Returns lines of a log; every fifth has no duration. */
export function logLines(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const duration = index % 5 === 0 ? "failed" : `took=${String((index * 37) % 900)}ms`;
    return `2026-01-05T12:00:00Z INFO request ${String(index)} user=user${String(index % 211)} ${duration} path=/api/items/${String(index % 13)}`;
  });
}

/**
 * Returns about `characters` of plain text in lines; every ninth line contains the word "error".
 */
export function logText(characters: number): string {
  const line = (index: number): string =>
    `${String(index).padStart(6, "0")} the service said ${index % 9 === 0 ? "error" : "all is well"} and went on with its work`;
  const lines: string[] = [];
  for (let length = 0; length < characters; length += (lines.at(-1) ?? "").length + 1)
    lines.push(line(lines.length));
  return lines.join("\n");
}

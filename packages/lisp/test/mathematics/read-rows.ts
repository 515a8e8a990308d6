// Parses tables of doubles in hexadecimal: a line with the functions' names, then rows with their
// arguments and results.

export interface Table {
  readonly names: readonly string[];
  readonly rows: readonly {
    readonly args: readonly number[];
    readonly answers: readonly number[];
  }[];
}

export function readRows(text: string): readonly Table[] {
  const tables: { names: readonly string[]; rows: Table["rows"][number][] }[] = [];
  for (const line of text.trimEnd().split("\n")) {
    const words = line.split(" ");
    const table = tables.at(-1);
    if (!/^[0-9a-f]{16}$/.test(words[0] ?? "")) tables.push({ names: words, rows: [] });
    else if (table !== undefined) {
      const numbers = words.map(doubleOf);
      const arity = numbers.length - table.names.length;
      table.rows.push({ args: numbers.slice(0, arity), answers: numbers.slice(arity) });
    }
  }
  return tables;
}

function doubleOf(bits: string): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${bits}`));
  return view.getFloat64(0);
}

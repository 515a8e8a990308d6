// What the examples of language.md can reach: the data and the tools that the document itself
// describes.
import type { Tool } from "@ptc/core/contracts";

/** `data/…` */
export const exampleContext = {
  orders: [
    { id: 1, customer: "ann", status: "paid", total: 20, due_date: "2026-02-01" },
    { id: 2, customer: "bob", status: "open", total: 99, due_date: "2026-01-15" },
    { id: 3, customer: "ann", status: "paid", total: 5, due_date: "2026-03-01" },
  ],
  limit: 50,
};

const cities = new Map([
  ["ann", "Oslo"],
  ["bob", "Turin"],
]);

/** What each tool takes and answers. */
export const exampleSignatures: ReadonlyMap<string, string> = new Map([
  ["get_city", "(customer :string) -> :string"],
  ["echo", "(…) -> :map"],
]);

/** `tool/…` */
export const exampleTools: Readonly<Record<string, Tool>> = {
  get_city: {
    description: "The city of a customer; fails for a customer that is not known.",
    execute: async ({ customer }) => {
      // It answers later, as tools do.
      await Promise.resolve();
      const city = cities.get(String(customer));
      if (city === undefined) throw new Error(`no customer ${String(customer)}`);
      return city;
    },
  },
  echo: { description: "What it was given.", execute: (given) => given },
};

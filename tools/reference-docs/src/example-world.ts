// The data and tools for the examples of language.md. The document itself describes them.
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

/** The signature of each tool. */
export const exampleSignatures: ReadonlyMap<string, string> = new Map([
  ["get_city", "(customer :string) -> :string"],
  ["echo", "(…) -> :map"],
]);

/** `tool/…` */
export const exampleTools: Readonly<Record<string, Tool>> = {
  get_city: {
    description: "The city of a customer; fails for an unknown customer.",
    execute: async ({ customer }) => {
      // Like most tools, it returns a promise.
      await Promise.resolve();
      const city = cities.get(String(customer));
      if (city === undefined) throw new Error(`no customer ${String(customer)}`);
      return city;
    },
  },
  echo: { description: "Returns its arguments.", execute: (given) => given },
};

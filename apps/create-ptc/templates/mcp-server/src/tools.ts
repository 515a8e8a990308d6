// Tools for programs of coding agents. A call that writes asks the user of the client first.

const rows = [
  { id: 1, customer: "ann", amount: 120 },
  { id: 2, customer: "bob", amount: 310 },
];

export const orders = {
  description: "Returns all orders.",
  signature: "() -> [{id :int, customer :string, amount :float}]",
  effect: "read",
  execute: () => rows,
} as const;

export const refund = {
  description: "Refunds an order.",
  signature: "(id :int) -> :string",
  effect: "write",
  execute: ({ id }: { readonly id: number }) => `refunded ${String(id)}`,
} as const;

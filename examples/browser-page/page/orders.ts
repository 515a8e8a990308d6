// The data of the page, which programs read as `data/orders`.

export interface Order {
  readonly id: number;
  readonly customer: string;
  readonly amount: number;
  readonly status: "open" | "paid";
}

export const orders: readonly Order[] = [
  { id: 1, customer: "ann", amount: 20, status: "open" },
  { id: 2, customer: "bob", amount: 45, status: "open" },
  { id: 3, customer: "ann", amount: 30, status: "paid" },
  { id: 4, customer: "eve", amount: 80, status: "open" },
];

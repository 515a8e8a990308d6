// Requests for refunds, generated from a seed.

export interface RefundRequest {
  readonly id: number;
  readonly customer: string;
  /** The requested amount in euro. */
  readonly amount: number;
  /** The days since the purchase. */
  readonly days: number;
  /** A firewalled field: tools receive it, and the store doesn't contain it. */
  readonly _iban: string;
}

const customers = ["Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana"] as const;

/** Returns twenty requests, always the same. */
export function refundRequests(): readonly RefundRequest[] {
  let state = 7;
  const next = (below: number): number => {
    state = (state * 16_807) % 2_147_483_647;
    return state % below;
  };
  return Array.from({ length: 20 }, (_, index) => ({
    id: index + 1,
    customer: customers[next(customers.length)] ?? "Ada",
    amount: 10 + next(160),
    days: next(45),
    _iban: `DE${String(10 + next(90))}5001${String(100_000 + next(900_000))}`,
  }));
}

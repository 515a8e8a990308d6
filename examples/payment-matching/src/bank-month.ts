// A month of a small company, made from a seed: invoices, customers, and payments received.
// References are as people type them: some are wrong or empty, and one invoice is paid twice.

export interface Customer {
  readonly id: string;
  readonly name: string;
  readonly _iban: string;
  /** True if the customer is archived, so that its data can't be read any more. */
  readonly isArchived: boolean;
}

export interface Invoice {
  readonly number: string;
  readonly customerId: string;
  readonly total: number;
}

export interface Payment {
  readonly payment_id: string;
  readonly booked_on: string;
  readonly amount: number;
  readonly reference: string | null;
  readonly _iban: string;
}

export interface BankMonth {
  readonly customers: readonly Customer[];
  readonly invoices: readonly Invoice[];
  /** In the order of booking. */
  readonly payments: readonly Payment[];
}

export function bankMonth(seed: number): BankMonth {
  const random = randomOf(seed);
  const below = (bound: number): number => Math.floor(random() * bound);
  const digits = (number: number, count: number): string => String(number).padStart(count, "0");
  const customers = Array.from({ length: 45 }, (_, index): Customer => ({
    id: `C${digits(index + 1, 3)}`,
    name: `${pick(names, random)} ${pick(forms, random)}`,
    _iban: `DE${digits(below(90) + 10, 2)}${digits(below(1e9), 9)}${digits(below(1e9), 9)}`,
    isArchived: random() < 0.1,
  }));
  const invoices = Array.from({ length: 230 }, (_, index): Invoice => ({
    number: `INV-2026-${digits(index + 1, 4)}`,
    customerId: `C${digits(below(customers.length) + 1, 3)}`,
    total: (1_900 + below(80) * 650) / 100,
  }));
  const paid = invoices
    .filter(() => random() < 0.85)
    .flatMap((invoice) => (random() < 0.03 ? [invoice, invoice] : [invoice]));
  const order = paid
    .map((invoice) => ({ invoice, place: random() }))
    .sort((left, right) => left.place - right.place);
  const payments = order.map(({ invoice }, index): Payment => ({
    payment_id: `P${digits(index + 1, 4)}`,
    booked_on: `2026-03-${digits(1 + Math.floor((index * 31) / order.length), 2)}`,
    amount: random() < 0.04 ? invoice.total - 1 : invoice.total,
    reference: referenceTo(invoice.number, random),
    _iban: customers.find(({ id }) => id === invoice.customerId)?._iban ?? "",
  }));
  return { customers, invoices, payments };
}

/**
 * Returns an invoice number as people write it: with other separators, without zeros, or not at
 * all.
 */
function referenceTo(number: string, random: () => number): string | null {
  const [, year = "", count = ""] = /^INV-(\d+)-(\d+)$/.exec(number) ?? [];
  return pick(
    [
      number,
      number,
      number.toLowerCase(),
      `Invoice ${year}/${count}`,
      `inv. ${year} ${String(Number(count))} thank you`,
      `your ${number}, less nothing`,
      `payment of ${pick(["March", "rent", "goods"], random)}`,
      "",
      null,
    ],
    random,
  );
}

const names = [
  "Adler",
  "Brook",
  "Cedar",
  "Dawn",
  "Elm",
  "Fjord",
  "Grove",
  "Heath",
  "Isle",
  "Juniper",
];
const forms = ["Ltd", "GmbH", "& Sons", "Studio", "Cooperative"];

function pick<Item>(items: readonly Item[], random: () => number): Item {
  // The index is in range because `random` is below 1.
  return items[Math.floor(random() * items.length)] as Item;
}

/** Returns a generator of numbers from 0 to 1 that depend only on the seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b9);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

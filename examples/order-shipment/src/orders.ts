// The orders of a shop, made from a seed: goods, destination and card. Cards and addresses are
// firewalled: programs pass them to the tools, and no model reads them.

export interface Order {
  readonly id: number;
  readonly item: string;
  /** In euros. */
  readonly amount: number;
  readonly country: string;
  readonly _address: string;
  readonly _card: string;
}

const items = [
  ["Desk", 240],
  ["Lamp", 39.5],
  ["Chair", 89.9],
  ["Shelf", 129],
  ["Rug", 174.25],
] as const;
const places = [
  ["Italy", "Via Po", "10124 Torino"],
  ["Norway", "Storgata", "0184 Oslo"],
  ["Belgium", "Veldstraat", "9000 Gent"],
  ["France", "Rue de Metz", "31000 Toulouse"],
] as const;
const firstId = 40;

/** Returns `count` orders, starting with number 40. */
export function ordersOf(seed: number, count = 12): readonly Order[] {
  const random = randomOf(seed);
  const below = (bound: number): number => Math.floor(random() * bound);
  return Array.from({ length: count }, (_, index): Order => {
    const [item, price] = pick(items, below);
    const [country, street, city] = pick(places, below);
    return {
      id: firstId + index,
      item,
      amount: Math.round(price * 100 * (1 + below(3))) / 100,
      country,
      _address: `${street} ${String(1 + below(90))}, ${city}`,
      _card: Array.from({ length: 4 }, () => String(1_000 + below(9_000))).join(" "),
    };
  });
}

function pick<Item>(choices: readonly Item[], below: (bound: number) => number): Item {
  // The index is in range because `below` stays below its bound.
  return choices[below(choices.length)] as Item;
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

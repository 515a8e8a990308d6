// The data of a bicycle rental: bikes, riders, rentals and repairs, from one seed.

import { Random } from "../../statistics/random.ts";

/** A bicycle. */
export interface Bike {
  readonly id: string;
  readonly model: string;
  readonly kind: string;
  readonly station: string;
  readonly electric: boolean;
  readonly hourly: number;
  readonly weight_kg: number;
  readonly bought_on: string;
}

/** A customer. */
export interface Rider {
  readonly id: string;
  readonly name: string;
  readonly city: string;
  readonly plan: string;
  readonly joined_on: string;
}

/** One ride. */
export interface Rental {
  readonly id: string;
  readonly bike_id: string;
  readonly rider_id: string;
  readonly day: string;
  readonly minutes: number;
  readonly paid: number;
  readonly status: string;
  readonly channel: string;
}

/** A repair that a mechanic asked for. */
export interface Repair {
  readonly id: string;
  readonly bike_id: string;
  readonly mechanic: string;
  readonly reason: string;
  readonly cost: number;
  readonly day: string;
  readonly decision: string;
}

/** All tables. */
export interface Fleet {
  readonly bikes: readonly Bike[];
  readonly riders: readonly Rider[];
  readonly rentals: readonly Rental[];
  readonly repairs: readonly Repair[];
}

const models = ["Heron", "Kestrel", "Lark", "Merlin", "Osprey", "Plover", "Rook", "Swift"];
const firstNames = [
  "Aino",
  "Bram",
  "Cleo",
  "Dario",
  "Edda",
  "Finn",
  "Gita",
  "Hugo",
  "Ines",
  "Jari",
];
const lastNames = ["Alder", "Birch", "Cedar", "Elm", "Hazel", "Linden", "Maple", "Rowan"];
const dayLength = 86_400_000;

/** Returns the same tables at each call. */
export function fleetData(seed = 30): Fleet {
  const random = new Random(seed);
  const list = <Item>(count: number, make: (index: number) => Item): readonly Item[] =>
    Array.from({ length: count }, (_, index) => make(index));
  const between = (least: number, most: number): number => least + random.below(most - least + 1);
  const day = (first: string, span: number): string =>
    // eslint-disable-next-line texts/shortened-texts -- the date of a timestamp is complete
    new Date(Date.parse(first) + random.below(span) * dayLength).toISOString().slice(0, 10);
  const numbered = (prefix: string, index: number): string =>
    `${prefix}${String(index + 1).padStart(3, "0")}`;
  const bikes = list(60, (index) => ({
    id: numbered("B", index),
    model: random.pick(models),
    kind: random.pick(["city", "city", "cargo", "road", "kids"]),
    station: random.pick(["Harbor", "Market", "Museum", "North Gate", "Station Square"]),
    electric: random.chance(0.35),
    hourly: between(6, 30) / 2,
    weight_kg: between(90, 280) / 10,
    bought_on: day("2022-01-01", 1_200),
  }));
  const riders = list(50, (index) => ({
    id: numbered("R", index),
    name: `${random.pick(firstNames)} ${random.pick(lastNames)} ${String(index + 1)}`,
    city: random.pick(["Dunmore", "Eastwick", "Fairhaven", "Greyport"]),
    plan: random.pick(["free", "free", "monthly", "yearly"]),
    joined_on: day("2023-01-01", 900),
  }));
  const rentals = list(240, (index) => {
    // The last bikes are new and were never rented.
    const bike = random.pick(bikes.slice(0, 54));
    const minutes = between(5, 240);
    const status = random.pick(["completed", "completed", "completed", "completed", "cancelled"]);
    return {
      id: numbered("T", index),
      bike_id: bike.id,
      rider_id: random.pick(riders).id,
      day: day("2026-01-01", 181),
      minutes,
      paid: status === "completed" ? Math.round((bike.hourly * minutes * 100) / 60) / 100 : 0,
      status,
      channel: random.pick(["app", "app", "desk", "partner"]),
    };
  });
  const repairs = list(80, (index) => ({
    id: numbered("P", index),
    bike_id: random.pick(bikes).id,
    mechanic: random.pick(["Ovid", "Petra", "Quill", "Rada", "Silas"]),
    reason: random.pick(["battery", "brakes", "chain", "frame", "tire"]),
    cost: between(800, 24_000) / 100,
    day: day("2026-01-01", 181),
    decision: random.pick(["approved", "approved", "rejected", "pending"]),
  }));
  return { bikes, riders, rentals, repairs };
}

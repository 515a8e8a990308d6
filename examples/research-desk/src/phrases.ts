// The phrases of the notes. {name} is the supplier, {s} a slip, {n} pumps, {r} returned.

export interface Phrase {
  readonly title: string;
  readonly text: string;
}

export const arrivals: readonly Phrase[] = [
  {
    title: "Goods in",
    text: "The lorry of {name} came at noon with {n} pumps under slip {s}. All of them looked sound.",
  },
  { title: "Gate", text: "Slip {s}: {n} pumps, two days late. The driver of {name} was sorry." },
  {
    title: "A pallet and a half",
    text: "Came from {name} today, {n} pumps if one counts them, slip {s}. No room left in bay 2.",
  },
  {
    title: "Rain at the gate",
    text: "{name} unloaded in the rain. It was {n} pumps by my count and by slip {s}, for once.",
  },
];

export const returns: readonly Phrase[] = [
  {
    title: "Three weeks in use",
    text: "Leaks in {r} of the pumps of slip {s}, and back they went to {name} this morning.",
  },
  { title: "Seals", text: "Sent {r} pumps of slip {s} back to {name}; the seals are brittle." },
  {
    title: "A noise in the cellar",
    text: "The tenants could not sleep for {r} of those from slip {s}. {name} has them again.",
  },
];

/** They state the total of returns, not those of that day. */
export const laterReturns: readonly Phrase[] = [
  {
    title: "And again",
    text: "Two more of slip {s} failed, which makes {r} in all that {name} has had back of it.",
  },
  {
    title: "Letter about slip {s}",
    text: "We wrote to {name} that with the one of last week it is {r} now that we returned.",
  },
];

export const recounts: readonly Phrase[] = [
  {
    title: "Counted again",
    text: "Went through slip {s} with the storekeeper: {n} pumps, not {old}. {name} has been told.",
  },
  {
    title: "Slip {s}",
    text: "The paper says {old}, the shelf says {n}, and {name} agrees with the shelf.",
  },
];

export const repetitions: readonly Phrase[] = [
  {
    title: "For the file",
    text: "Slip {s}, as noted before: {n} pumps from {name}, and {r} of them returned.",
  },
];

/** Notes that name a supplier but mention no deliveries or returns. */
export const others: readonly Phrase[] = [
  {
    title: "Offer",
    text: "{name} quotes {n} pumps at 412.00 each, or 398.00 from a hundred on. Nothing ordered.",
  },
  { title: "Visit", text: "At {name}: a clean hall, {n} people at work, and good coffee." },
  {
    title: "News",
    text: "{name} announces other seals for next year; those of today stay on sale.",
  },
  {
    title: "Bill",
    text: "The bill of {name} asks for {n} pumps and our order was for fewer; the office asks them.",
  },
];

/** Notes about anything else. */
export const unrelated: readonly Phrase[] = [
  {
    title: "Lift",
    text: "The one in building 4 stands still again; 12 flats carry their shopping.",
  },
  { title: "Keys", text: "A ring of 31 keys was found in bay 2, and nobody misses it." },
  { title: "Forklift", text: "Due for its test in spring. The left fork is bent by two fingers." },
  { title: "Heating", text: "Cellar pumps of building 7 bled; 18 degrees again on all floors." },
  {
    title: "Parking",
    text: "Vans block the gate between eight and nine. A sign has been ordered.",
  },
  { title: "Canteen", text: "Open until two from May on, with 40 seats in the yard." },
  { title: "Bay 2", text: "The shelf bears 900 kilos and was made to bear a ton." },
  { title: "Fire drill", text: "All 26 of us out in four minutes, the storekeeper in six." },
  { title: "Inventory", text: "Hoses 220 metres, clamps two boxes, patience none." },
  { title: "Gate", text: "The bell is broken: please knock, and loudly." },
];

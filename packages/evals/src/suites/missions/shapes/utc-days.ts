// A mission over time entries with offsets from UTC. They cross midnight, contain their breaks, and
// may lack an end, and kinds have several spellings.

import { defineAgent } from "@ptc/subagent";
import type { Random } from "../../../statistics/random.ts";
import { expecting } from "../expecting.ts";
import { between, byText, code, list, shuffled } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

export interface Entry {
  readonly id: string;
  readonly worker: { readonly badge: string; readonly site: string };
  readonly kind: string;
  readonly from: string;
  readonly to?: string | null;
  readonly breaks?:
    | readonly { readonly from: string; readonly to: string; readonly paid?: boolean | string }[]
    | null;
}

const start = Date.parse("2026-03-02T00:00:00Z") / 60_000;
const dayLength = 24 * 60;
const sites = [
  { site: "Vienna", offset: 60, written: "+01:00" },
  { site: "Boston", offset: -300, written: "-05:00" },
  { site: "Pune", offset: 330, written: "+05:30" },
  { site: "Accra", offset: 0, written: "Z" },
];
const work = ["work", "work", "Work", "WORK "];
const otherKinds = ["on call", "On call", "training", "workshop"];
const isPaid = [true, "yes", "Yes"];
const isNotPaid = [false, "no", ""];

/** Returns a minute since 1970 in local time, `2026-03-02T22:15:00+05:30`. */
function local(minute: number, { offset, written }: (typeof sites)[number]): string {
  // eslint-disable-next-line texts/shortened-texts -- a part of a timestamp is complete
  return `${new Date((minute + offset) * 60_000).toISOString().slice(0, 19)}${written}`;
}

/** Returns a day since 1970, `2026-03-02`. */
function utcDay(day: number): string {
  // eslint-disable-next-line texts/shortened-texts -- a part of a timestamp is complete
  return new Date(day * dayLength * 60_000).toISOString().slice(0, 10);
}

function makeEntry(random: Random, index: number) {
  const site = random.pick(sites);
  const from = start + between(random, 0, 7 * dayLength);
  const to = from + between(random, 240, 720);
  const isWork = random.chance(0.7);
  const isOpen = random.chance(0.1);
  const breaks = [0.3, 0.7]
    .filter(() => random.chance(0.5))
    .map((share) => {
      const begin = from + Math.floor((to - from) * share);
      const paid = random.chance(0.3);
      const said = random.pick(paid ? isPaid : isNotPaid);
      const isSaid = paid || random.chance(0.6);
      return { begin, end: begin + between(random, 10, 60), paid, said, isSaid };
    });
  const shown: Entry = {
    id: code("E", index),
    worker: { badge: code("B", random.below(60), 3), site: site.site },
    kind: random.pick(isWork ? work : otherKinds),
    from: local(from, site),
    ...(isOpen ? random.pick([{}, { to: null }, { to: "" }]) : { to: local(to, site) }),
    ...(breaks.length === 0
      ? random.pick([{}, { breaks: null }, { breaks: [] }])
      : {
          breaks: breaks.map(({ begin, end, said, isSaid }) => ({
            from: local(begin, site),
            to: local(end, site),
            ...(isSaid ? { paid: said } : {}),
          })),
        }),
  };
  return { shown, from, to, isWork, isOpen, unpaid: breaks.filter(({ paid }) => !paid) };
}

/** Returns the entries as the model gets them, and the correct answer. */
export function makeEntries(random: Random) {
  const entries = list(220, (index) => makeEntry(random, index));
  const days = new Map<number, number>();
  for (const { from, to, isWork, isOpen, unpaid } of entries) {
    if (!isWork || isOpen) continue;
    // Counts minute by minute, so that entries need no splitting.
    for (let minute = from; minute < to; minute++) {
      if (unpaid.some(({ begin, end }) => minute >= begin && minute < end)) continue;
      const day = Math.floor(minute / dayLength);
      days.set(day, (days.get(day) ?? 0) + 1);
    }
  }
  const answer = {
    days: [...days]
      .map(([day, minutes]) => ({ day: utcDay(day), minutes }))
      .sort(byText(({ day }) => day)),
    unfinished: entries.filter(({ isWork, isOpen }) => isWork && isOpen).length,
  };
  return {
    entries: shuffled(
      random,
      entries.map(({ shown }) => shown),
    ),
    answer,
  };
}

export const utcDays: SampleMission = {
  name: "utc-days",
  title: "Minutes worked on each day in UTC, of shifts at four offsets",
  kind: "shape",
  world: (random) => {
    const { entries, answer } = makeEntries(random);
    return {
      agent: defineAgent({
        prompt:
          "How many minutes were worked on each day in UTC, written as 2026-03-02? A shift over midnight in UTC counts on each of its days with what falls on it. Breaks are not worked, unless they say that they are paid. Only entries of the kind work count. Those of them without an end are not finished: leave them out, but tell how many they are. Sort by day.",
        signature: "() -> {days [{day :string, minutes :int}], unfinished :int}",
        maxTurns: 5,
      }),
      context: { entries },
      check: expecting(answer),
    };
  },
};

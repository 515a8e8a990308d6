// A mission with a tool without an output type. It returns unordered user profiles, whose country
// may be nil, missing or in lower case. Some users have no profile.

import { defineAgent } from "@ptc/subagent";
import type { Random } from "../../../statistics/random.ts";
import { expecting } from "../expecting.ts";
import {
  between,
  byLargest,
  code,
  fullName,
  groupsOf,
  list,
  money,
  shuffled,
  sum,
} from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

export interface Order {
  readonly order_no: string;
  readonly user: { readonly id: string };
  readonly total: number;
}

export interface Profile {
  readonly id: string;
  readonly name: string;
  readonly home?: { readonly city: string; readonly country?: string | null } | null;
}

const countries = ["AT", "CH", "DE", "DK"];

function makeUser(random: Random, index: number) {
  const country = random.chance(0.75) ? random.pick(countries) : undefined;
  const city = `Town ${String(between(random, 1, 40))}`;
  const unknown: readonly Pick<Profile, "home">[] = [
    {},
    { home: null },
    { home: { city } },
    { home: { city, country: null } },
    { home: { city, country: "" } },
  ];
  const id = code("U", index + 1, 4);
  const profile: Profile = {
    id,
    name: fullName(random),
    ...(country === undefined
      ? random.pick(unknown)
      : { home: { city, country: random.chance(0.3) ? country.toLowerCase() : country } }),
  };
  const hasProfile = random.chance(0.9);
  return { id, profile, hasProfile, country: hasProfile ? country : undefined };
}

/** Returns the orders, the profiles of the tool, and the correct answer. */
export function makeProfiles(random: Random) {
  const users = list(90, (index) => makeUser(random, index));
  const orders = list(320, (index) => {
    const user = random.pick(users);
    const total = money(random, 5, 300);
    const shown: Order = { order_no: code("O-", index, 5), user: { id: user.id }, total };
    return { shown, user };
  });
  const answer = groupsOf(orders, ({ user }) => user.country ?? "unknown")
    .map(([country, rows]) => ({
      country,
      users: new Set(rows.map(({ user }) => user.id)).size,
      total: sum(rows.map(({ shown }) => shown.total)),
    }))
    .sort(
      byLargest(
        ({ total }) => total,
        ({ country }) => country,
      ),
    );
  const known = users.filter(({ hasProfile }) => hasProfile).map(({ profile }) => profile);
  return {
    orders: orders.map(({ shown }) => shown),
    profiles: shuffled(random, known),
    answer,
  };
}

export const profiles: SampleMission = {
  name: "profiles",
  title: "Orders by country, which only the profiles of users tell",
  kind: "shape",
  world: (random) => {
    const { orders, profiles: known, answer } = makeProfiles(random);
    return {
      agent: defineAgent({
        prompt:
          'What do the orders from each country come to, and how many different users placed them? The country is the one of the user\'s profile, as two capital letters. Where it is not known, or a user has no profile, it is "unknown". The largest total first.',
        signature: "() -> [{country :string, users :int, total :float}]",
        tools: {
          profiles: {
            description: "The profiles of the users whose ids are the argument :ids, a list.",
            execute: ({ ids }) => {
              const asked = new Set([ids].flat().map(String));
              return known.filter(({ id }) => asked.has(id));
            },
          },
        },
        maxTurns: 4,
      }),
      context: { orders },
      check: expecting(answer),
    };
  },
};

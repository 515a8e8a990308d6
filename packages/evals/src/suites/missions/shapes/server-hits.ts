// A mission over hits of a server. Requests and responses are nested maps, durations have two
// units, a status is a number or a text, and only some hits have a flag for bots.

import { defineAgent } from "@ptc/subagent";
import type { Random } from "../../../statistics/random.ts";
import { expecting } from "../expecting.ts";
import { between, byText, groupsOf, instant, list, sum } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

export interface Hit {
  readonly at: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly client?: { readonly address: string; readonly bot?: boolean | string } | null;
  };
  readonly response?: {
    readonly status: number | string;
    readonly took: number | string;
  } | null;
}

const paths = ["/", "/account", "/cart", "/search", "/search/saved"];
const statuses = [200, 200, 200, 200, 304, 404, 500, 500, 502, 503];
const isBot = [true, true, "true", "yes"];
const isNoBot = [false, "false", "no", ""];

function makeClient(random: Random, bot: boolean): Pick<Hit["request"], "client"> {
  const address = `10.0.${String(random.below(4))}.${String(random.below(200))}`;
  if (bot) return { client: { address, bot: random.pick(isBot) } };
  return random.pick([
    {},
    { client: null },
    { client: { address } },
    { client: { address } },
    { client: { address, bot: random.pick(isNoBot) } },
  ]);
}

function makeHit(random: Random, index: number) {
  const path = random.pick(paths);
  const query = random.chance(0.4) ? `?item=${String(between(random, 1, 90))}` : "";
  const bot = random.chance(0.25);
  const status = random.pick(statuses);
  const duration = random.chance(0.9) ? between(random, 4, 2_400) : undefined;
  const shown: Hit = {
    at: instant("2026-05-04T10:00:00Z", index),
    request: {
      method: random.pick(["GET", "POST"]),
      path: `${path}${query}`,
      ...makeClient(random, bot),
    },
    ...(duration === undefined
      ? random.pick([{}, { response: null }])
      : {
          response: {
            status: random.chance(0.3) ? String(status) : status,
            took: random.chance(0.5) ? duration / 1_000 : `${String(duration)}ms`,
          },
        }),
  };
  return { shown, path, bot, duration, isError: duration === undefined || status >= 500 };
}

/** Returns the hits as the model gets them, and the correct answer. */
export function makeHits(random: Random) {
  const hits = list(600, (index) => makeHit(random, index));
  const answer = groupsOf(
    hits.filter(({ bot }) => !bot),
    ({ path }) => path,
  )
    .map(([path, rows]) => {
      const durations = rows.flatMap(({ duration }) => (duration === undefined ? [] : [duration]));
      return {
        path,
        hits: rows.length,
        errors: rows.filter(({ isError }) => isError).length,
        mean_ms: sum(durations) / durations.length,
      };
    })
    .sort(byText(({ path }) => path));
  return { hits: hits.map(({ shown }) => shown), answer };
}

export const serverHits: SampleMission = {
  name: "server-hits",
  title: "Hits, errors and mean duration by path, without bots",
  kind: "shape",
  world: (random) => {
    const { hits, answer } = makeHits(random);
    return {
      agent: defineAgent({
        prompt:
          "For each path, without the query behind its question mark: how many hits were there, how many of them were errors, and how long did the answered ones take on average, in milliseconds (a plain number is seconds)? A status of 500 or more is an error, and so is a hit that was never answered. Hits of bots do not count at all. Sort by path.",
        signature: "() -> [{path :string, hits :int, errors :int, mean_ms :float}]",
        maxTurns: 4,
      }),
      context: { hits },
      check: expecting(answer),
    };
  },
};

// A mission that joins the results of two tools without types: tickets with accounts inside their
// requesters, and accounts with several numbers and domains. Some tickets and accounts lack the
// join key.

import { defineAgent } from "@ptc/subagent";
import type { Random } from "../../../statistics/random.ts";
import { expecting } from "../expecting.ts";
import { between, byText, code, fullName, groupsOf, list, sum } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

export interface Ticket {
  readonly key: string;
  readonly requester: {
    readonly name: string;
    readonly account?: { readonly ref?: string | null } | null;
    readonly email?: string | null;
  };
  readonly work?: readonly { readonly by: string; readonly minutes?: number | null }[] | null;
}

export interface Account {
  readonly ids: { readonly crm: string; readonly older?: readonly string[] };
  readonly plan?: { readonly name: string; readonly since: number } | null;
  readonly domains?: readonly string[] | null;
  readonly merged_into?: { readonly crm: string } | null;
}

const plans = [
  { plan: "gold", spellings: ["Gold", "gold", "GOLD", "Gold (trial)", "gold - trial"] },
  { plan: "silver", spellings: ["Silver", "silver", "Silver (trial)"] },
  { plan: "bronze", spellings: ["Bronze", "bronze ", "BRONZE"] },
];

function makeAccounts(random: Random) {
  return list(70, (index) => {
    // Six accounts were merged into gold ones, and those into silver ones. Some others were merged
    // into a later account, which may itself be merged.
    const link = index < 60 && index % 20 < 6 ? Math.floor(index / 20) : undefined;
    const isMerged = index < 60 && random.chance(0.2);
    const later = isMerged ? between(random, index + 1, 69) : undefined;
    const target = link === undefined ? later : link < 2 ? index + 20 : undefined;
    const plan = link ? plans[link - 1] : random.chance(0.1) ? undefined : random.pick(plans);
    const crm = code("ACC-", index + 100, 4);
    const domain = random.chance(0.8) ? code("firm", index, 2) : undefined;
    const older = random.chance(0.4) ? list(between(random, 1, 2), (n) => `K${index}-${n}`) : [];
    const shown: Account = {
      ids: { crm, ...(older.length === 0 ? {} : { older }) },
      ...(plan === undefined
        ? random.pick([{}, { plan: null }])
        : { plan: { name: random.pick(plan.spellings), since: between(random, 2019, 2026) } }),
      ...(domain === undefined ? { domains: null } : { domains: [`${domain}.example`] }),
      ...(target === undefined
        ? random.pick([{}, { merged_into: null }])
        : { merged_into: { crm: code("ACC-", target + 100, 4) } }),
    };
    return { shown, plan: plan?.plan ?? "none", target, numbers: [crm, ...older], domain };
  });
}

/** Returns the results of the tools, and the correct answer. */
export function makeSupport(random: Random) {
  const accounts = makeAccounts(random);
  type Known = (typeof accounts)[number];
  const planOf = (account: Known): string => {
    const target = account.target === undefined ? undefined : accounts[account.target];
    return target === undefined ? account.plan : planOf(target);
  };
  const tickets = list(320, (index) => {
    const account = random.pick(accounts);
    const number = random.pick(account.numbers);
    const isNamed = random.chance(0.55);
    const domain = random.chance(0.15) ? "mail" : account.domain;
    const email = `user${index}@${domain ?? "mail"}.example`;
    const hasEmail = random.chance(0.85);
    const isJoined = isNamed || (hasEmail && domain !== undefined && domain !== "mail");
    const work = list(between(random, 0, 3), () => ({
      by: fullName(random),
      ...random.pick([
        { minutes: between(random, 5, 90) },
        { minutes: between(random, 5, 90) },
        {},
      ]),
    }));
    const shown: Ticket = {
      key: code("T-", index, 4),
      requester: {
        name: fullName(random),
        ...(isNamed
          ? { account: { ref: random.chance(0.4) ? number.toLowerCase() : number } }
          : random.pick([
              {},
              { account: null },
              { account: {} },
              { account: { ref: "" } },
              { account: { ref: "-" } },
              { account: { ref: "none" } },
            ])),
        ...(hasEmail ? { email } : random.pick([{}, { email: null }])),
      },
      ...(work.length === 0 ? random.pick([{ work: [] }, { work: null }, {}]) : { work }),
    };
    return {
      shown,
      plan: isJoined ? planOf(account) : "unknown",
      minutes: sum(work.map((entry) => ("minutes" in entry ? entry.minutes : 0))),
    };
  });
  const answer = groupsOf(tickets, ({ plan }) => plan)
    .map(([plan, rows]) => ({
      plan,
      tickets: rows.length,
      minutes: sum(rows.map(({ minutes }) => minutes)),
    }))
    .sort(byText(({ plan }) => plan));
  return {
    tickets: tickets.map(({ shown }) => shown),
    accounts: accounts.map(({ shown }) => shown),
    answer,
  };
}

export const supportMinutes: SampleMission = {
  name: "support-minutes",
  title: "Tickets and minutes of support by plan, joined over two tools",
  kind: "shape",
  world: (random) => {
    const { tickets, accounts, answer } = makeSupport(random);
    return {
      agent: defineAgent({
        prompt:
          'How many tickets and how many minutes of work came from each plan? A ticket belongs to the account that its requester names, under the account\'s present number or an older one, in upper or lower case. Where the requester names no account, the domain of the e-mail address says which it is; where that does not help either, the plan is "unknown". An account that was merged has the plan of the account it was merged into. Write plans as one word in lower case: a trial counts with its plan, and accounts without a plan have "none". Sort by plan.',
        signature: "() -> [{plan :string, tickets :int, minutes :int}]",
        tools: {
          tickets: {
            description: "All tickets of the quarter, as the help desk exports them.",
            execute: () => ({ page: 1, pages: 1, tickets }),
          },
          accounts: {
            description: "All accounts, as the customer system exports them.",
            execute: () => accounts,
          },
        },
        maxTurns: 5,
      }),
      check: expecting(answer),
    };
  },
};

// Tests that the check of support-minutes accepts the correct answer from tickets and accounts, and
// refuses careless ones.

import {
  makeSupport,
  supportMinutes,
  type Account,
  type Ticket,
} from "../../src/suites/missions/shapes/support-minutes.ts";
import { testCheck } from "./test-check.ts";

interface Support {
  readonly tickets: readonly Ticket[];
  readonly accounts: readonly Account[];
}

type Mistake =
  | "gives tickets without an account to nobody"
  | "takes a dash for the number of an account"
  | "knows no older numbers"
  | "leaves out what was merged into what"
  | "follows a merge once"
  | "takes plans as they are spelled"
  | "leaves out tickets without work";

function read({ tickets, accounts }: Support, mistake?: Mistake): unknown {
  const byNumber = new Map<string, Account>();
  const byDomain = new Map<string, Account>();
  for (const account of accounts) {
    const { crm, older = [] } = account.ids;
    for (const number of mistake === "knows no older numbers" ? [crm] : [crm, ...older])
      byNumber.set(number.toLowerCase(), account);
    for (const domain of account.domains ?? []) byDomain.set(domain, account);
  }

  const accountOf = ({ requester }: Ticket): Account | undefined => {
    const ref = requester.account?.ref ?? "";
    const isNone =
      mistake === "takes a dash for the number of an account" ? ref === "" : !/\d/.test(ref);
    if (!isNone) return byNumber.get(ref.toLowerCase());
    if (mistake === "gives tickets without an account to nobody") return undefined;
    return byDomain.get(requester.email?.split("@")[1] ?? "");
  };

  const planOf = (account: Account, merges = 0): string => {
    const next = byNumber.get(account.merged_into?.crm.toLowerCase() ?? "");
    const isFollowed =
      mistake !== "leaves out what was merged into what" &&
      (mistake !== "follows a merge once" || merges === 0);
    if (next !== undefined && isFollowed) return planOf(next, merges + 1);
    const name = account.plan?.name ?? "none";
    return mistake === "takes plans as they are spelled"
      ? name
      : (/[a-z]+/.exec(name.toLowerCase())?.[0] ?? "");
  };

  const totals = new Map<string, { tickets: number; minutes: number }>();
  for (const ticket of tickets) {
    const work = ticket.work ?? [];
    if (mistake === "leaves out tickets without work" && work.length === 0) continue;
    const account = accountOf(ticket);
    const plan = account === undefined ? "unknown" : planOf(account);
    const total = totals.get(plan) ?? { tickets: 0, minutes: 0 };
    total.tickets++;
    for (const { minutes } of work) total.minutes += minutes ?? 0;
    totals.set(plan, total);
  }
  return [...totals]
    .map(([plan, total]) => ({ plan, ...total }))
    .sort((left, right) => (left.plan < right.plan ? -1 : 1));
}

testCheck(supportMinutes, (random) => makeSupport(random), read, [
  "gives tickets without an account to nobody",
  "takes a dash for the number of an account",
  "knows no older numbers",
  "leaves out what was merged into what",
  "follows a merge once",
  "takes plans as they are spelled",
  "leaves out tickets without work",
]);

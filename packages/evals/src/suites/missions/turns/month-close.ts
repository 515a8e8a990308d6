// A mission with a plan of three items, one of which changes an external system.

import { defineAgent, tool } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { between, byText, code, groupsOf, list, shuffled, sum } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

interface Entry {
  readonly voucher: string;
  readonly account: string;
  readonly side: string;
  readonly cents: number;
}

const suspense = "9999";
const signed = ({ side, cents }: Pick<Entry, "side" | "cents">): number =>
  side === "debit" ? cents : -cents;

export const monthClose: SampleMission = {
  name: "month-close",
  title: "Closing a month: check, correct, report",
  kind: "turns",
  world: (random) => {
    const accounts = ["1000", "1200", "1400", "1776", "3400", "4930", "8400"];
    const entries: readonly Entry[] = shuffled(
      random,
      list(320, (index) => {
        const amounts = list(between(random, 1, 3), () => between(random, 100, 90_000));
        const other = sum(amounts) + (random.chance(0.04) ? between(random, -900, 900) : 0);
        const voucher = code("V", index);
        return [
          ...amounts.map((cents) => ({
            voucher,
            account: random.pick(accounts),
            side: "debit",
            cents,
          })),
          { voucher, account: random.pick(accounts), side: "credit", cents: other },
        ];
      }).flat(),
    );
    const corrections = groupsOf(entries, ({ voucher }) => voucher)
      .map(([voucher, rows]) => ({ voucher, off: sum(rows.map(signed)) }))
      .filter(({ off }) => off !== 0)
      .map(({ voucher, off }): Entry => ({
        voucher,
        account: suspense,
        side: off > 0 ? "credit" : "debit",
        cents: Math.abs(off),
      }));
    const posted: Entry[] = [];
    const balances = groupsOf([...entries, ...corrections], ({ account }) => account)
      .map(([account, rows]) => ({ account, balance: sum(rows.map(signed)) }))
      .sort(byText(({ account }) => account));
    const textOf = ({ voucher, account, side, cents }: Entry): string =>
      [voucher, account, side, cents].join(" ");
    return {
      agent: defineAgent({
        prompt: `Close the month. In each voucher, debits and credits must add up to the same. Where they do not, post one entry with the difference to account ${suspense}, on the side that is short. Then report the balance of every account, debits less credits, with your postings in it, by number, and how many vouchers you corrected.`,
        signature: "() -> {corrected :int, balances [{account :string, balance :int}]}",
        tools: {
          entries: tool({
            description: "The entries of the month as they are now.",
            signature: "() -> [{voucher :string, account :string, side :string, cents :int}]",
            execute: () => [...entries, ...posted],
          }),
          post: tool({
            description: "Posts an entry. side is debit or credit. It cannot be undone.",
            signature:
              "(voucher :string, account :string, side :string, cents :int) -> {posted :bool}",
            execute: ({ voucher, account, side, cents }) => {
              if (side !== "debit" && side !== "credit")
                throw new Error(`side must be debit or credit, got ${side}`);
              if (cents <= 0) throw new Error(`cents must be above 0, got ${String(cents)}`);
              posted.push({ voucher, account, side, cents });
              return { posted: true };
            },
          }),
        },
        plan: [
          { id: "check", description: "Find the vouchers that do not balance" },
          { id: "correct", description: "Post a correction for each" },
          { id: "report", description: "Balance every account" },
        ],
        maxTurns: 6,
      }),
      check: expecting(
        { corrected: corrections.length, balances },
        {
          additional: ({ summaries }) => [
            ...(posted.map(textOf).sort().join("; ") === corrections.map(textOf).sort().join("; ")
              ? []
              : [`posted ${posted.map(textOf).join("; ")}`]),
            ...["check", "correct", "report"]
              .filter((id) => summaries[id] === undefined)
              .map((id) => `step ${id} was not reported as done`),
          ],
        },
      ),
    };
  },
};

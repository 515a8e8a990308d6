// Accounts with balances: read them, and transfer money.

import { tool } from "@ptc/subagent";
import type { Desk } from "./desk.ts";

/** The desk `bank`. */
export const bankDesk: Desk = {
  name: "bank",
  open: () => {
    const changes: string[] = [];
    const balances = new Map([
      ["checking", 1_240],
      ["savings", 8_600],
      ["travel", 310],
    ]);
    const balanceOf = (account: string): number => {
      const balance = balances.get(account);
      if (balance === undefined)
        throw new Error(
          `there is no account ${account}: use one of ${[...balances.keys()].join(", ")}`,
        );
      return balance;
    };
    return {
      changes,
      tools: {
        accounts: tool({
          description: "Lists the names of the customer's accounts.",
          signature: "() -> [:string]",
          execute: () => [...balances.keys()],
        }),
        balance: tool({
          description: "Returns the balance of an account.",
          signature: "(account :string) -> {balance :int}",
          execute: ({ account }) => ({ balance: balanceOf(account) }),
        }),
        transfer: tool({
          description:
            "Transfers a whole amount between two accounts of the customer. Returns both balances afterwards.",
          signature:
            "(from :string, to :string, amount :int) -> {from_balance :int, to_balance :int}",
          execute: ({ from, to, amount }) => {
            const [before, target] = [balanceOf(from), balanceOf(to)];
            if (amount <= 0) throw new Error("the amount must be above 0");
            if (before < amount)
              throw new Error(`${from} has only ${String(before)}: transfer at most that`);
            balances.set(from, before - amount);
            balances.set(to, target + amount);
            changes.push(`transfer ${from} ${to} ${String(amount)}`);
            return { from_balance: before - amount, to_balance: target + amount };
          },
        }),
      },
    };
  },
  tasks: [
    {
      name: "one balance",
      prompt: "How much is in my travel account?",
      signature: "() -> {balance :int}",
      expected: { balance: 310 },
    },
    {
      name: "names of accounts",
      prompt: "Which accounts do I have? In alphabetical order.",
      signature: "() -> {accounts [:string]}",
      expected: { accounts: ["checking", "savings", "travel"] },
    },
    {
      name: "transfer",
      prompt: "Transfer 200 from checking to travel. What is in my travel account then?",
      signature: "() -> {travel :int}",
      expected: { travel: 510 },
      changes: ["transfer checking travel 200"],
    },
    {
      name: "fill up",
      prompt:
        "Fill up my travel account from savings, so that it has exactly 1000. How much did you transfer?",
      signature: "() -> {transferred :int}",
      expected: { transferred: 690 },
      changes: ["transfer savings travel 690"],
    },
    {
      name: "too much",
      prompt:
        "Transfer 5000 from checking to savings if checking has that much. If not, transfer nothing. Did you transfer it?",
      signature: "() -> {transferred :bool}",
      expected: { transferred: false },
    },
  ],
};

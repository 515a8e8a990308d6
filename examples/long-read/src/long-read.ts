// The mission: a text too long for any model. An agent splits it into parts and calls itself on
// each until a part is short enough to search. Then a model reads the few entries found there.
//
//   ledger ─▶ reader "all" ─▶ reader "1" ─▶ reader "1.1" ─▶ llm-query: entries about money
//              1,000,000       340,000       110,000 characters     20 entries each

import { asTool, defineAgent, llmQuery, selfTool, tool, type Mission } from "@ptc/subagent";
import { chunkLines } from "@ptc/subagent/text";
import { crew } from "./words.ts";

const people = [...crew].map(([name, trade]) => `${name} (${trade})`).join(", ");

const chunks = tool({
  description:
    "Cuts a text into parts of so many lines; each but the first repeats the last overlap lines of the one before it.",
  signature: "(text :string, lines :int, overlap :int) -> [:string]",
  execute: ({ text, lines, overlap }) =>
    chunkLines(text, lines, { overlap }).map((chunk) => chunk.text),
});

const reader = defineAgent({
  name: "reader",
  description: 'Lists all debts noted in a text of the log, however long. part names it: "all".',
  prompt: `List the debts among the crew that are noted in part {{part}} of a ship's log, which is in data/text.
An entry of the log begins at the start of a line, with its number: "No. 1742. Day 436, dog watch." It has at most 8 lines and notes at most one debt, in prose; sums are in crowns. The crew, by name or by trade: ${people}.
Who comes to owe more is listed with that many crowns; when a debt is paid back or let off, in part or whole, that many with a minus. Gifts, wishes, prices and what is paid on the spot are no debts, nor is what somebody ashore claims.
A text of more than 150,000 characters: cut it into three parts and have part list the debts of each, as part {{part}}.1, {{part}}.2 and {{part}}.3. A cut may go through an entry, so let the parts overlap by more than an entry, and list no entry twice: what the later part says of it is right, since there it is whole.
A shorter text: find the entries that name crowns, without the rest of an entry that a part may begin with, and have llm-query read them, at most 20 in one question, with all that it has to know. Go by names in the answer.`,
  signature:
    "(text :string, part :string) -> [{entry :int, debtor :string, creditor :string, crowns :int}]",
  tools: { part: selfTool, chunks, "llm-query": llmQuery() },
  maxTurns: 4,
  turnBudget: 40,
});

const ledger = defineAgent({
  name: "ledger",
  prompt: `Who owes whom how much at the end of the log in data/log? The tool read lists the single debts in it. Set off against each other what two people owe one another, leave out who is even, and put the largest debt first; of equal ones the debtor first in the alphabet, then the creditor.`,
  signature: "(log :string) -> [{debtor :string, creditor :string, crowns :int}]",
  tools: { read: asTool(reader) },
  maxTurns: 4,
  turnBudget: 40,
  maxModelCalls: 60,
});

/** Returns the mission that reads a log. */
export function longRead(text: string): Mission {
  return {
    title: "Who of the crew owes whom how much, at the end of a log of a million characters?",
    agent: ledger,
    context: () => ({ log: text }),
  };
}

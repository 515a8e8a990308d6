// The mission: tickets that must be read one by one, and an answer that must be computed. The
// program asks a model about each text, and the model sees only that text.

import { defineAgent, llmQuery, type Mission } from "@ptc/subagent";
import type { Ticket } from "./tickets.ts";

/** Returns the mission that triages the tickets of a day. */
export function ticketTriage(tickets: readonly Ticket[]): Mission {
  return {
    title: "What do the tickets of a day ask for, and which of them are urgent?",
    agent: defineAgent({
      name: "triage",
      prompt: `Sort the tickets in data/tickets into four categories. Words alone do not tell: have a model read each text with llm-query, all of them at once.
- billing: what is charged, invoiced, paid back, or wrong in an invoice
- outage: something of ours that worked fails, is slow or shows wrong things
- account: signing in, users and their rights, personal data
- other: everything else, such as wishes, questions before buying, praise, and what is not for us
A ticket is urgent when somebody cannot work, or loses something, unless it is dealt with today.
For each category, in this order: how many tickets it has, how many of them are urgent, and the ids of the urgent ones.`,
      signature:
        "(tickets [{id :string, text :string}]) -> [{category :string, count :int, urgent :int, urgent_ids [:string]}]",
      tools: { "llm-query": llmQuery() },
      maxTurns: 4,
      // One request for each of 200 tickets, and some for programs and retries.
      maxModelCalls: 210,
    }),
    context: () => ({ tickets }),
  };
}

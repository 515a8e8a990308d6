// A mission with more texts than allowed requests, so one request must cover several texts.

import { defineAgent, llmQuery } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { shuffled } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

const messages = [
  [true, "Water comes through the ceiling of the server room."],
  [true, "Nobody can log in since ten minutes, the queue at the desk is long."],
  [true, "The alarm is ringing and the door does not open."],
  [true, "The pump stopped, and the tank is full in an hour."],
  [false, "Could you order more of the blue folders?"],
  [false, "The clock in the hall is four minutes slow."],
  [false, "I would like a second screen, whenever there is one."],
  [false, "Thank you for the quick help yesterday!"],
  [false, "The coffee machine could be cleaned again."],
  [false, "Next year we should think about new chairs."],
  [false, "Where do I find the form for travel expenses?"],
  [false, "The plant on the second floor wants a bigger pot."],
] as const;

export const fewQuestions: SampleMission = {
  name: "few-questions",
  title: "Urgent messages, with fewer requests than messages",
  kind: "nested",
  world: (random) => {
    const rows = shuffled(random, messages).map(([urgent, text], index) => ({
      urgent,
      message: { id: index + 1, text },
    }));
    return {
      agent: defineAgent({
        prompt: "Which messages cannot wait until tomorrow? Give their ids, ascending.",
        signature: "(messages [{id :int, text :string}]) -> [:int]",
        tools: { "llm-query": llmQuery() },
        maxModelCalls: 7,
      }),
      context: { messages: rows.map(({ message }) => message) },
      check: expecting(rows.filter(({ urgent }) => urgent).map(({ message }) => message.id)),
    };
  },
};

// Trains between cities: timetable, price, booking.

import { tool } from "@ptc/subagent";
import type { Desk } from "./desk.ts";

const trains = [
  { id: "X10", from: "Arden", to: "Belmont", departs: "08:05", arrives: "10:20", price: 42 },
  { id: "X12", from: "Arden", to: "Belmont", departs: "09:35", arrives: "11:30", price: 58 },
  { id: "X14", from: "Arden", to: "Belmont", departs: "13:05", arrives: "15:20", price: 36 },
  { id: "X31", from: "Belmont", to: "Corvan", departs: "11:45", arrives: "13:10", price: 27 },
  { id: "X33", from: "Belmont", to: "Corvan", departs: "15:45", arrives: "17:10", price: 21 },
];

/** The desk `travel`. */
export const travelDesk: Desk = {
  name: "travel",
  open: () => {
    const changes: string[] = [];
    return {
      changes,
      tools: {
        trains: tool({
          description:
            "Lists the trains from one city to another without a change, by departure (24-hour clock).",
          signature:
            "(from :string, to :string) -> [{id :string, departs :string, arrives :string, price :int}]",
          execute: ({ from, to }) =>
            trains
              .filter((train) => train.from === from && train.to === to)
              .map(({ id, departs, arrives, price }) => ({ id, departs, arrives, price })),
        }),
        book: tool({
          description: "Books seats on a train. Returns the price of all seats together.",
          signature: "(train_id :string, seats :int) -> {total :int}",
          execute: ({ train_id, seats }) => {
            const train = trains.find(({ id }) => id === train_id);
            if (train === undefined) throw new Error(`there is no train ${train_id}`);
            if (seats < 1 || seats > 6) throw new Error("book from 1 to 6 seats");
            changes.push(`book ${train_id} ${String(seats)}`);
            return { total: train.price * seats };
          },
        }),
      },
    };
  },
  tasks: [
    {
      name: "first train",
      prompt: "When does the first train from Arden to Belmont depart?",
      signature: "() -> {departs :string}",
      expected: { departs: "08:05" },
    },
    {
      name: "cheapest train",
      prompt: "What does the cheapest train from Arden to Belmont cost?",
      signature: "() -> {price :int}",
      expected: { price: 36 },
    },
    {
      name: "earliest arrival with a change",
      prompt:
        "I want to go from Arden to Corvan with a change in Belmont of at least ten minutes, departing after 09:00. When do I arrive at the earliest?",
      signature: "() -> {arrives :string}",
      expected: { arrives: "13:10" },
    },
    {
      name: "book two seats",
      prompt: "Book two seats on the train from Arden to Belmont at 09:35. What do they cost?",
      signature: "() -> {total :int}",
      expected: { total: 116 },
      changes: ["book X12 2"],
    },
    {
      name: "book the cheapest",
      prompt: "Book one seat on the cheapest train from Belmont to Corvan. Which train is it?",
      signature: "() -> {train_id :string}",
      expected: { train_id: "X33" },
      changes: ["book X33 1"],
    },
  ],
};

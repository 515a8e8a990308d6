// Conversions and the weather: answers that one or two calls give.

import { tool } from "@ptc/subagent";
import type { Desk } from "./desk.ts";

const weather: ReadonlyMap<string, { readonly celsius: number; readonly sky: string }> = new Map([
  ["Arden", { celsius: 25, sky: "sunny" }],
  ["Belmont", { celsius: 10, sky: "rain" }],
  ["Corvan", { celsius: -5, sky: "snow" }],
]);

/** The desk `units`. */
export const unitsDesk: Desk = {
  name: "units",
  open: () => ({
    changes: [],
    tools: {
      weather: tool({
        description: "Returns the weather of a city: degrees Celsius, and sunny, rain or snow.",
        signature: "(city :string) -> {celsius :int, sky :string}",
        execute: ({ city }) => {
          const found = weather.get(city);
          if (found === undefined) throw new Error(`no weather for ${city}`);
          return found;
        },
      }),
      to_fahrenheit: tool({
        description: "Converts degrees Celsius to Fahrenheit.",
        signature: "(celsius :int) -> {fahrenheit :int}",
        execute: ({ celsius }) => ({ fahrenheit: Math.round((celsius * 9) / 5 + 32) }),
      }),
      to_miles: tool({
        description: "Converts kilometers to miles, rounded to one decimal place.",
        signature: "(kilometers :float) -> {miles :float}",
        execute: ({ kilometers }) => ({ miles: Math.round(kilometers * 6.21371192) / 10 }),
      }),
    },
  }),
  tasks: [
    {
      name: "sky",
      prompt: "What is the sky like in Belmont?",
      signature: "() -> {sky :string}",
      expected: { sky: "rain" },
    },
    {
      name: "miles",
      prompt: "How many miles are 42 kilometers?",
      signature: "() -> {miles :float}",
      expected: { miles: 26.1 },
    },
    {
      name: "fahrenheit",
      prompt: "How warm is it in Arden, in degrees Fahrenheit?",
      signature: "() -> {fahrenheit :int}",
      expected: { fahrenheit: 77 },
    },
    {
      name: "warmer city",
      prompt: "Is it warmer in Belmont or in Corvan, and by how many degrees Celsius?",
      signature: "() -> {city :string, difference :int}",
      expected: { city: "Belmont", difference: 15 },
    },
    {
      name: "snow",
      prompt: "In which of Arden, Belmont and Corvan does it snow?",
      signature: "() -> {city :string}",
      expected: { city: "Corvan" },
    },
  ],
};

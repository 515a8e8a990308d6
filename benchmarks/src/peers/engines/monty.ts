// Python in Monty. Its JavaScript interface calls external functions one at a time.
import { Monty, runMontyAsync } from "@pydantic/monty";
import { itself, type Engine } from "../engine.ts";

const printCallback = (): void => {};

export const montyEngine: Engine = {
  ready: ({ start, programs: { python }, data: inputs, tools }) => {
    const options = inputs === undefined ? {} : { inputs: Object.keys(inputs) };
    const runOptions = inputs === undefined ? { printCallback } : { inputs, printCallback };
    const runProgram = (monty: Monty): unknown =>
      tools === undefined
        ? (monty.run(runOptions) as unknown)
        : runMontyAsync(monty, { ...runOptions, externalFunctions: { ...tools } });
    if (start === "source")
      return { call: () => runProgram(new Monty(python, options)), answer: itself };
    const monty = new Monty(python, options);
    return { call: () => runProgram(monty), answer: itself };
  },
};

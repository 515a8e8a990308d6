// Runs one pass of a run in a process of its own. Reads its input and writes the pass as JSON.

import { text } from "node:stream/consumers";
import { passOf, type Case } from "./resumed-runs.ts";

const { given, json, number } = JSON.parse(await text(process.stdin)) as {
  readonly given: Case;
  readonly json: string;
  readonly number: number;
};
process.stdout.write(JSON.stringify(await passOf(given, json, number, true)));

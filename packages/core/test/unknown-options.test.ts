import { expect, test } from "vitest";
import { decodeValue } from "../src/decoding/index.ts";
import { OptionError } from "../src/errors/index.ts";
import { Firewall } from "../src/firewall/index.ts";
import { printBounded } from "../src/printing/index.ts";
import { toHost, Vector } from "../src/values/index.ts";

// Options that a JavaScript caller may pass.
const misspelled = { maximum: 10 } as object;

test.each([
  ["toHost", () => toHost(Vector.of([1]), misspelled), "collections"],
  ["toHost of a number", () => toHost(1, misspelled), "collections"],
  ["printBounded", () => printBounded(1, misspelled), "maxCharacters"],
  ["decodeValue", () => decodeValue(1, misspelled), "functions"],
  ["Firewall", () => new Firewall(misspelled), "allow"],
])("%s rejects an unknown option and lists the known ones", (_name, call, known) => {
  expect(call).toThrow(OptionError);
  expect(call).toThrow(`option \`maximum\`: unknown option; the options are ${known}`);
});

import { OptionError } from "@ptc/core/errors";
import { expect, test } from "vitest";
import { format } from "../src/format/index.ts";
import { read } from "../src/index.ts";
import { readForms } from "../src/forms.ts";

// Invalid options that a JavaScript caller could write.
const misspelled = { depth: 3 } as object;

test.each([
  ["read", () => read("1", misspelled), "maxDepth, maxSourceLength"],
  ["readForms", () => readForms("1", misspelled), "maxDepth, maxSourceLength"],
  ["format", () => format("1", misspelled), "width, maxDepth, maxSourceLength"],
])("%s refuses an unknown option and lists the known ones", (_name, call, known) => {
  expect(call).toThrow(OptionError);
  expect(call).toThrow(`option \`depth\`: unknown option; the options are ${known}`);
});

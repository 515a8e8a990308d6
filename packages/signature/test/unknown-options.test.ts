import { OptionError } from "@ptc/core/errors";
import { expect, test } from "vitest";
import { z } from "zod";
import {
  renderSignature,
  renderType,
  signature,
  validateInput,
  validateOutput,
} from "../src/index.ts";
import { renderField } from "../src/internal.ts";
import {
  fromJsonSchema,
  signatureFromJsonSchema,
  toJsonSchema,
  toStrictJsonSchema,
} from "../src/json-schema/index.ts";
import { typeToJsonSchema } from "../src/json-schema/internal.ts";
import { fromZod } from "../src/zod/index.ts";

// Invalid options that a JavaScript caller could write.
const misspelled = { strict: true } as object;
const counts = signature("(word :string) -> :int");
const type = counts.output;

test.each([
  ["renderSignature", () => renderSignature(counts, misspelled), "descriptions"],
  ["renderType", () => renderType(type, misspelled), "descriptions"],
  [
    "renderField",
    () => renderField({ name: "n", type, optional: false, firewalled: false }, misspelled),
    "descriptions",
  ],
  ["validateInput", () => validateInput(counts, {}, misspelled), "mode"],
  ["validateOutput", () => validateOutput(counts, 1, misspelled), "mode"],
  ["toJsonSchema", () => toJsonSchema(counts, misspelled), "closed, bounds"],
  ["typeToJsonSchema", () => typeToJsonSchema(type, misspelled), "closed, bounds"],
  ["toStrictJsonSchema", () => toStrictJsonSchema(type, misspelled), "definitions"],
  ["fromJsonSchema", () => fromJsonSchema({}, misspelled), "datetimes"],
  ["signatureFromJsonSchema", () => signatureFromJsonSchema({}, misspelled), "datetimes"],
  ["fromZod", () => fromZod(z.int(), misspelled), "io"],
])("%s refuses an unknown option and lists the known ones", (_name, call, known) => {
  expect(call).toThrow(OptionError);
  expect(call).toThrow(`option \`strict\`: unknown option; the options are ${known}`);
});

test("an unknown mode throws instead of skipping the check", () => {
  const mode = "on" as "strict";
  expect(() => validateOutput(counts, "no number", { mode })).toThrow(
    "option `mode`: expected enabled, warn-only, strict, disabled, got on",
  );
});

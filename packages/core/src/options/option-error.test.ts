import { expect, test } from "vitest";
import { OptionError } from "./option-error.ts";

test("an OptionError names the option and the problem, and is a TypeError", () => {
  const error = new OptionError("limits.steps", "expected a positive number, got -1");
  expect(error).toBeInstanceOf(TypeError);
  expect([error.name, error.option, error.message]).toEqual([
    "OptionError",
    "limits.steps",
    "option `limits.steps`: expected a positive number, got -1",
  ]);
});

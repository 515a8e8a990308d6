// The builtin behind `with-out-str`: calls the function made from its body and returns its prints.
// Programs can't name it.

import type { Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import type { Result } from "../../evaluation/result.ts";
import { call0 } from "../../functions/callable.ts";
import { Builtin } from "../builtin.ts";
import { joinTexts } from "./printed-text.ts";

export const captureOutput: Builtin = /* @__PURE__ */ new Builtin({
  names: ["with-out-str"],
  forms: ["(with-out-str body ...)"],
  doc: "Returns the body's output.",
  example: ['(with-out-str (print "a"))', '"a"'],
  callsFunctions: true,
  arities: { 1: capture },
});

function capture(branch: Branch, body: Value): Result {
  const before = branch.beginCapture();
  const end = (): string => joinTexts(branch, branch.endCapture(before), "");
  const leave = (error: unknown): never => {
    branch.endCapture(before);
    throw error;
  };
  let result: Result;
  try {
    result = call0(branch, body);
  } catch (error) {
    return leave(error);
  }
  return result instanceof Promise ? result.then(end, leave) : end();
}

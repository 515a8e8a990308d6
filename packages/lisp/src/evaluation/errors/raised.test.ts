import { expect, test } from "vitest";
import { ElementPending } from "../../sequence/element-pending.ts";
import {
  CancelledError,
  EvaluationError,
  FailSignal,
  LimitError,
  ReturnSignal,
  ThrownError,
  ToolError,
} from "./errors.ts";
import { ExceptionValue } from "./exception-value.ts";
import { StackEnd } from "../budget/host-stack.ts";
import { notNumber } from "../arguments/operand-error.ts";

const thrown = new ExceptionValue({ kind: "ex_info", message: "no", data: null, cause: null });

test.each([
  new ReturnSignal(1),
  new FailSignal("no"),
  new ThrownError(thrown),
  new EvaluationError("type_error", "no"),
  notNumber(null, "inc"),
  new ToolError("search", "no"),
  new StackEnd(),
  new ElementPending(Promise.resolve()),
])("errors raised by a program have no stack: $name", (raised) => {
  expect(raised).not.toBeInstanceOf(Error);
  expect(raised).not.toHaveProperty("stack");
  expect(typeof raised.message).toBe("string");
});

test.each([new LimitError("steps", 1), new CancelledError()])(
  "errors that can reach the host are instances of Error: $name",
  (error) => {
    expect(error).toBeInstanceOf(Error);
  },
);

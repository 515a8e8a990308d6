// The tool calls of a turn: the name, the arguments, and what came of it.

import type { ToolCallRecord } from "@ptc/core/contracts";
import { oneLine } from "@ptc/core/errors";
import { countText, durationText } from "./count-text.ts";
import type { Page } from "./page.ts";
import { firewalledNames, valueText } from "./shown-value.ts";
import { note, plain } from "./span.ts";
import { displayWidth } from "./wrapped-line.ts";

const mostCalls = 20;
const longestName = 40;
const shownCharacters = 400;
const longestError = 300;

export function callLines(page: Page, calls: readonly ToolCallRecord[]): void {
  if (calls.length === 0) return;
  const isNative = calls.some(({ layer }) => layer === "native");
  page.label(
    countText(calls.length, "tool call"),
    isNative ? "" : "answered to the program, not to the model",
  );
  for (const call of calls.slice(0, mostCalls)) callLine(page.inside, call);
  if (calls.length > mostCalls)
    page.inside.line(
      note(`… ${countText(calls.length - mostCalls, "more call")}: step.turns has them`),
    );
}

function callLine(page: Page, call: ToolCallRecord): void {
  const head = `tool/${oneLine(call.name, longestName)}`;
  const remarks = note(` ${remarksOf(call)}`);
  const room = page.room - displayWidth(head) - remarks.text.length - 1;
  page.line(
    { kind: "call", text: head },
    plain(` ${page.short(valueText(call.args, shownCharacters), room)}`),
    remarks,
  );
  const below = page.inside;
  if (call.error !== undefined)
    below.flow("failed", `failed: ${oneLine(call.error, longestError)}`);
  else
    below.line(
      note("-> "),
      plain(below.short(valueText(call.result, shownCharacters), below.room - 3)),
    );
  const hidden = firewalledNames(call.result);
  if (hidden !== "") below.flow("note", `(the model did not see: ${hidden})`);
}

function remarksOf({ durationMs, layer, cached, attempts, childTraceIds }: ToolCallRecord): string {
  return [
    durationText(durationMs),
    ...(layer === "native" ? ["called by the model itself"] : []),
    ...(cached === true ? ["cached"] : []),
    ...(attempts === undefined ? [] : [countText(attempts, "attempt")]),
    ...(childTraceIds === undefined ? [] : ["ran a mission"]),
  ].join(", ");
}

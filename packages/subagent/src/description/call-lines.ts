// Shows the tool calls of a turn: names, arguments and results.

import type { ToolCallRecord } from "@ptc/core/contracts";
import { oneLine } from "@ptc/core/internal/errors";
import { countText, durationText } from "./count-text.ts";
import type { Page } from "./page.ts";
import { firewalledNames, valueText } from "./shown-value.ts";
import { note, plain, type StyledSpan } from "./span.ts";
import { displayWidth } from "./wrapped-line.ts";

const longestName = 40;
const shownCharacters = 400;
const longestError = 300;

export function callLines(page: Page, calls: readonly ToolCallRecord[], lines: number): void {
  if (calls.length === 0) return;
  const isNative = calls.some(({ layer }) => layer === "native");
  page.label(
    countText(calls.length, "tool call"),
    isNative ? "" : "returned to the program, not to the model",
  );
  const inside = page.inside;
  // A call takes two or three lines.
  const shown = calls.slice(0, Math.max(1, Math.floor(lines / 3)));
  for (const call of shown) callLine(inside, call);
  if (calls.length > shown.length)
    inside.line(note(`… ${countText(calls.length - shown.length, "more call")} (lines)`));
  const hidden = firewalledNames(shown.map(({ result }) => result));
  if (hidden !== "") inside.line(note(`(the model did not see: ${hidden})`));
}

function callLine(page: Page, call: ToolCallRecord): void {
  const head: StyledSpan = { kind: "call", text: `tool/${oneLine(call.name, longestName)}` };
  const remarks = note(` (${remarksOf(call)})`);
  const args = valueText(call.args, shownCharacters);
  const room = page.room - displayWidth(head.text) - remarks.text.length - 1;
  const answer =
    call.error === undefined
      ? [note("-> "), plain(valueText(call.result, shownCharacters))]
      : [{ kind: "failed", text: `failed: ${oneLine(call.error, longestError)}` } as const];
  const whole = ` ${answer.map(({ text }) => text).join("")}`;
  if (displayWidth(args) + displayWidth(whole) <= room) {
    page.line(head, plain(` ${args} `), ...answer, remarks);
    editLine(page, call);
    return;
  }
  page.line(head, plain(` ${page.short(args, room)}`), remarks);
  editLine(page, call);
  const below = page.inside;
  if (call.error !== undefined) {
    below.line({ kind: "failed", text: "failed" });
    below.text(oneLine(call.error, longestError));
  } else below.line(note("-> "), plain(below.short(answer.at(-1)?.text ?? "", below.room - 3)));
}

/** Shows the executed arguments of a call that a person edited. */
function editLine(page: Page, { decision }: ToolCallRecord): void {
  if (decision?.arguments === undefined) return;
  const inside = page.inside;
  const edited = valueText(decision.arguments, shownCharacters);
  inside.line(note("executed with "), plain(inside.short(edited, inside.room - 15)));
}

function remarksOf(call: ToolCallRecord): string {
  const { durationMs, layer, cached, attempts, childTraceIds, decision } = call;
  return [
    ...(decision === undefined ? [] : [decision.decision]),
    durationText(durationMs),
    ...(layer === "native" ? ["called by the model itself"] : []),
    ...(cached === true ? ["cached"] : []),
    ...(attempts === undefined ? [] : [countText(attempts, "attempt")]),
    ...(childTraceIds === undefined ? [] : ["ran a mission"]),
  ].join(", ");
}

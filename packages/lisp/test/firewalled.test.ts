// Fields whose names start with `_`, in texts that programs and their errors make.

import { describe, expect, test } from "vitest";
import type { TraceEvent } from "@ptc/core/contracts";
import { TraceScope, systemClock } from "@ptc/core/contracts";
import { run } from "../src/index.ts";
import { failOf } from "./evaluate.ts";

const context = { row: { id: 1, _token: "canary", nested: [{ _deep: { n: "canary" } }] } };

async function prints(source: string, hideFirewalled: boolean): Promise<string> {
  const step = await run(source, { context, hideFirewalled });
  if (!step.ok) throw new Error(step.fail.message);
  return step.prints.join("\n");
}

describe("texts made by a program", () => {
  test.each([
    "(println data/row)",
    "(prn data/row)",
    "(print [data/row])",
    '(println (str "row: " data/row))',
    "(println (pr-str data/row))",
    '(println (format "%s" data/row))',
    '(println (str/join ", " [data/row]))',
    '(println (assoc data/row :_other "canary" \'_third "canary"))',
    "(println #{data/row})",
    "(println (seq data/row))",
    '(println (first {:_a "canary"}))',
    '(println {(keyword "user" "_token") "canary"})',
  ])("%s shows a marker on request, and the value otherwise", async (source) => {
    expect(await prints(source, true)).not.toContain("canary");
    expect(await prints(source, true)).toContain("<Firewalled>");
    expect(await prints(source, false)).toContain("canary");
  });

  test("only texts are hidden: a program can use and return firewalled values", async () => {
    const step = await run('{:same (= (:_token data/row) "canary") :_token (:_token data/row)}', {
      context,
      hideFirewalled: true,
    });
    expect(step).toMatchObject({ ok: true, return: { same: true, _token: "canary" } });
  });
});

describe("texts of errors", () => {
  test.each([
    "(+ 1 data/row)",
    "(data/row 1 2 3)",
    '(({:_a "canary"} :b) 1)',
    "(take data/row [1])",
    '(case {:_a "canary"} 1 2)',
    '(assoc 5 {:_a "canary"} 2)',
    '(throw {:_a "canary"})',
    '(throw (ex-info (pr-str {:b 1}) {:_a "canary"}))',
    '(fail {:_a "canary"})',
    '(fail {:message {:_a "canary"}})',
    '(map inc {:_a "canary"})',
  ])("the error of %s shows no firewalled field", async (source) => {
    const { message, details } = await failOf(source, { context });
    // The excerpt is the program itself, which may spell out anything.
    expect(`${message} ${details?.hint ?? ""}`).not.toContain("canary");
  });
});

test("the text of a traced value shows no firewalled field", async () => {
  const events: TraceEvent[] = [];
  const trace = new TraceScope({
    sink: {
      emit: (event) => {
        events.push(event);
      },
    },
    clock: systemClock,
    random: Math.random,
    traceId: "t",
  });
  await run("data/row", { context, trace });
  expect(JSON.stringify(events)).toContain("<Firewalled>");
  expect(JSON.stringify(events)).not.toContain("canary");
});

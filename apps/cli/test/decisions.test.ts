// A person at a pseudo-terminal decides about the calls of a mission that waits.

import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hasTerminals, keys, Terminal } from "./pseudo-terminal.ts";

const timeout = 120_000;
const desk = join(import.meta.dirname, "missions/desk");

let folder = "";
const open: Terminal[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-decisions-"));
  mkdirSync(join(folder, ".git"));
});
afterEach(() => {
  for (const session of open.splice(0)) session.kill();
  rmSync(folder, { recursive: true, force: true });
});

function terminal(...words: readonly string[]): Terminal {
  const session = new Terminal(folder, words);
  open.push(session);
  return session;
}

/** Returns the path of the only checkpoint in `folder`. */
function checkpointIn(folder: string): string {
  const [name = ""] = readdirSync(join(folder, ".ptc/checkpoints"));
  return `.ptc/checkpoints/${name}`;
}

describe.skipIf(!hasTerminals)(
  "decisions at a terminal (skipped without `script` of Linux)",
  { timeout },
  () => {
    test(
      "approves, denies, edits, skips and answers calls, until the mission ends",
      { tags: "full" },
      async () => {
        const session = terminal("run", desk, "--trace", "trace.jsonl");
        expect(await session.press("", "Decide (y approve, n deny, e edit, s skip): ")).toContain(
          'Call 1 of 5: tool/refund {"id":1,"amount":100}',
        );
        await session.press(`x${keys.enter}`, "Type one of the letters:");
        await session.press(`y${keys.enter}`, 'Call 2 of 5: tool/refund {"id":2,"amount":200}');
        await session.press(`n${keys.enter}`, "Message for the program (optional): ");
        await session.press(`over budget${keys.enter}`, "Call 3 of 5");
        await session.press(`e${keys.enter}`, '{"id":3,"amount":300}');
        await session.press(`${keys.controlU}{amount${keys.enter}`, "The arguments aren't JSON: ");
        await session.press(`${keys.controlU}{"id":"x"}${keys.enter}`, "Call 4 of 5");
        await session.press(`s${keys.enter}`, "Call 5 of 5: tool/ask");
        await session.press(`a${keys.enter}`, "Answer (JSON or text): ");
        const refused = await session.press(`Rome${keys.enter}`, "Call 1 of 1: tool/refund");
        expect(refused.replaceAll(/\s+/g, " ")).toContain("id: expected int");
        expect(refused).not.toContain("cancelled");
        await session.press(`e${keys.enter}`, '{"id":3,"amount":300}');
        const end = await session.press(
          `${keys.controlU}{"id":3,"amount":30}${keys.enter}`,
          "Trace: trace.jsonl",
        );
        // The skipped call waits, and isn't asked about again.
        expect(end).toContain("The mission waits for decisions about 1 call.");
        expect(end).not.toContain("Decide");
        expect(await session.end("")).toBe(3);

        const second = terminal("resume", checkpointIn(folder), "--trace", "trace.jsonl");
        await second.press("", 'Call 1 of 1: tool/refund {"id":4,"amount":400}');
        const answer = await second.press(`y${keys.enter}`, "Trace: trace.jsonl");
        for (const text of ["order 1: 100", "denied: over budget", "order 3: 30", "order 4: 400"])
          expect(answer).toContain(text);
        expect(answer).toContain('"Rome"');
        expect(await second.end("")).toBe(0);

        const shown = terminal("trace", "trace.jsonl");
        const tree = await shown.press("", " pauses");
        expect(tree.match(/^mission/gm)).toHaveLength(1);
        expect(tree.match(/resumed with.* decisions?/g)).toEqual([
          "resumed with 4 decisions",
          "resumed without a decision",
          "resumed with 1 decision",
        ]);
        expect(
          tree
            .split("\r\n")
            .filter((line) => /^ {6}tool|^ {8}(?!waits)/.test(line))
            .map((line) =>
              line
                .trim()
                .replace(/ ->.*| after [\d,]+ ms/, "")
                .replace(/("id":\d)\S*/, "$1"),
            ),
        ).toEqual([
          'tool/refund {"id":1',
          "approved",
          'tool/refund {"id":2 failed: the call was denied: over budget',
          "denied: over budget",
          'tool/refund {"id":3',
          'edited: {"id":3',
          'tool/refund {"id":4',
          "approved",
          'tool/ask {"question":"Which city?"}',
          "answered",
        ]);
        expect(tree).not.toContain("cancelled");
      },
    );

    // `resume.test.ts` continues checkpoints without a terminal.
    test.runIf(process.env["PTC_TESTS"] !== undefined)(
      "stores the state on Ctrl-D, and another process asks about the rest",
      async () => {
        const first = terminal("run", desk);
        await first.press("", "Call 1 of 5");
        await first.press(`n${keys.enter}`, "Message for the program");
        await first.press(`no${keys.enter}`, "Call 2 of 5");
        await first.press(keys.controlD, "The mission waits for decisions about 4 calls.");
        expect(await first.end("")).toBe(3);

        const second = terminal("resume", checkpointIn(folder), "--approve", "all");
        await second.press("", "Call 1 of 1: tool/ask");
        await second.press(`a${keys.enter}`, "Answer (JSON or text): ");
        await second.press(`Rome${keys.enter}`, "the call was denied: no");
        expect(await second.end("")).toBe(0);
      },
    );
  },
);

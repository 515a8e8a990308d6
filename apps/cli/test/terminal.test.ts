// Tests sessions of `ptc repl` at a pseudo-terminal, created by `script` on Linux. Tests of its
// parts are beside the sources.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hasTerminals, keys, Terminal } from "./pseudo-terminal.ts";

const timeout = 60_000;
const isFull = process.env["PTC_TESTS"] !== undefined;

let folder = "";
const open: Terminal[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-terminal-"));
});
afterEach(() => {
  for (const session of open.splice(0)) session.kill();
  rmSync(folder, { recursive: true, force: true });
});

function terminal(...commandArguments: readonly string[]): Terminal {
  const session = new Terminal(folder, ["repl", ...commandArguments]);
  open.push(session);
  return session;
}

describe.skipIf(!hasTerminals)(
  "a session at a terminal (skipped without `script` of Linux)",
  { timeout },
  () => {
    test("evaluates multiline forms, and recalls them in a later session", async () => {
      const first = terminal();
      await first.press("", "ptc> ");
      await first.type("(def a 40)", "\n#'a");
      await first.press("(+ a", "(+ a");
      await first.press(keys.enter, "\n");
      await first.type("2)", "\n42");
      await first.type("help", "Ctrl-R");
      expect(await first.end(`exit${keys.enter}`)).toBe(0);

      const second = terminal();
      await second.press("", "ptc> ");
      await second.type("(def a 1)", "\n#'a");
      await second.press(keys.up, "(def a 1)");
      await second.press(keys.up, "2)");
      await second.press(keys.enter, "\n3");
      expect(await second.end(keys.controlD)).toBe(0);
    });

    test("stops a loop on Ctrl-C, drops queued input, and continues", async () => {
      const session = terminal();
      await session.press("", "ptc> ");
      await session.type("(def a 41)", "\n#'a");
      await session.press(`(loop [] (recur))${keys.enter}`, "\n");
      await new Promise((resolve) => setTimeout(resolve, 300));
      await session.press(`never run${keys.controlC}`, "interrupted: ");
      await session.press("(never sent", "(never sent");
      await session.press(keys.controlC, "ptc> ");
      await session.type("(inc a)", "\n42");
      await session.press(keys.controlC, "Ctrl-D or exit ends");
      await session.type("(:reason *e)", '\n"interrupted"');
      expect(await session.end(keys.controlD)).toBe(0);
    });

    test.runIf(isFull)("runs pasted lines one after the other", async () => {
      const session = terminal();
      await session.press("", "ptc> ");
      const written = await session.press("(def a 1)\r(def b\r 2)\r(+ a b 100)\r", "\n103");
      expect(written).toContain("#'b");
      expect(await session.end(keys.controlD)).toBe(0);
    });

    test.runIf(isFull)(
      "lists data and tools, finds functions, and wraps a hint at its words",
      async () => {
        writeFileSync(join(folder, "orders.json"), '{"orders":[{"id":1}],"limit":3}');
        const tools = join(import.meta.dirname, "some-tools.ts");
        const session = terminal("--context", "orders.json", "--tools", tools);
        await session.press("", "Type help for a list of commands, exit to end the session.");
        await session.type(
          "data",
          "\ndata/orders  vector of 1 map {id}\r\ndata/limit   number\r\n",
        );
        await session.type("(count *1)", "\n2");
        await session.type("tools", "\n(tool/block {…})");
        await session.type('(apropos "sum-by")', "\nsum-by  Adds the values");
        await session.type("(help)", "end the session\r\n");
        await session.type("(dir nope)", "clojure.data clojure.data.csv\r\nclojure.data.json ");
        await session.press("quit", "quit");
        expect(await session.end(keys.enter)).toBe(0);
      },
    );

    test(
      "completes names, tools, data and fields, and stops a blocking tool",
      { tags: "full" },
      async () => {
        writeFileSync(
          join(folder, "orders.json"),
          '[{"customer-name":"Ada\\u001b[2J","total":20}]',
        );
        const tools = join(import.meta.dirname, "some-tools.ts");
        const session = terminal("--context", "orders.json", "--tools", tools);
        await session.press("", "ptc> ");
        await session.press("(map :cust", "(map :cust");
        await session.press(keys.tab, "omer-name");
        await session.press(" data/r", " data/r");
        await session.press(keys.tab, "ows");
        await session.type(")", '\n("Ada\\u001b[2J")');
        await session.press("(tool/dou", "(tool/dou");
        await session.press(keys.tab, "ble");
        await session.type(" {:n 21})", "\n42");
        await session.press(`(tool/block {})${keys.enter}`, "\n");
        await new Promise((resolve) => setTimeout(resolve, 300));
        await session.press(keys.controlC, "interrupted: ");
        await session.type("(tool/double {:n *1})", "\n84");
        expect(await session.end(keys.controlD)).toBe(0);
      },
    );
  },
);

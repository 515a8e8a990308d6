// Lines that a person types, with editing and history. What is typed while a program runs is kept
// for later.

import { createInterface } from "node:readline";
import type { Host } from "../terminal/host.ts";
import type { LineSource } from "./line-source.ts";

const historyLength = 1000;

/** `onInterrupt` is called for Ctrl-C, which arrives as a key while a line is being edited. */
export function terminalLines(host: Host, onInterrupt: () => void): LineSource {
  const reader = createInterface({
    input: host.input,
    output: host.output,
    terminal: true,
    historySize: historyLength,
    removeHistoryDuplicates: true,
  });
  const waiting: string[] = [];
  let isClosed = false;
  let deliver: (() => void) | undefined;
  const wake = (): void => {
    deliver?.();
    deliver = undefined;
  };
  reader.on("line", (line) => {
    waiting.push(line);
    wake();
  });
  reader.on("close", () => {
    isClosed = true;
    wake();
  });
  reader.on("SIGINT", onInterrupt);
  return {
    async next(prompt) {
      reader.setPrompt(prompt);
      if (waiting.length === 0 && !isClosed) {
        reader.prompt(true);
        await new Promise<void>((resolve) => {
          deliver = resolve;
        });
      }
      return waiting.shift();
    },
    clear(prompt) {
      waiting.length = 0;
      // Presses the key that moves to the end of the line, so that what was typed stays visible
      // above.
      reader.write(null, { ctrl: true, name: "e" });
      // This is how Node's own read-eval-print loop discards a line. Pressing the keys that delete
      // a line does nothing on a dumb terminal.
      Object.assign(reader, { line: "", cursor: 0, prevRows: 0 });
      host.output.write("\n");
      reader.setPrompt(prompt);
      reader.prompt();
    },
    close: () => {
      reader.close();
    },
  };
}

// Asks questions at the terminal, with line editing.

import { createInterface } from "node:readline";
import { oneLine } from "@ptc/core/internal/errors";
import type { Host } from "../terminal/host.ts";
import { writeLine } from "../terminal/output.ts";
import type { Questions } from "./ask-decisions.ts";

/** True if a person can answer questions. */
export function canAsk({ input, output }: Pick<Host, "input" | "output">): boolean {
  return input.isTTY === true && output.isTTY === true;
}

/** Calls `use` with questions to the person at the terminal, until it settles. */
export async function withQuestions<Made>(
  host: Host,
  use: (questions: Questions) => Promise<Made>,
): Promise<Made> {
  const lines = createInterface({ input: host.input, output: host.output, terminal: true });
  let isClosed = false;
  let end = (): void => undefined;
  lines.on("close", () => {
    isClosed = true;
    end();
  });
  const ask: Questions["ask"] = (question, typed) =>
    new Promise((resolve) => {
      end = () => {
        resolve(undefined);
      };
      if (isClosed) {
        end();
        return;
      }
      lines.question(question, resolve);
      if (typed !== undefined) lines.write(oneLine(typed, Infinity));
    });
  try {
    return await use({ ask, print: (line) => void writeLine(host.output, line) });
  } finally {
    lines.close();
  }
}

// The REPL in a terminal. Node's REPL edits lines, searches the history (Ctrl-R) and requests
// completions. Programs run in a thread.

import { Recoverable, start, type REPLServer } from "node:repl";
import { visibleText } from "@ptc/core/printing";
import type { Host } from "../terminal/host.ts";
import { write, writeLine } from "../terminal/output.ts";
import type { Evaluator } from "./evaluator.ts";
import { QueuedInput } from "./queued-input.ts";
import type { History } from "./history.ts";
import { isEmptyProgram, isIncomplete } from "./is-incomplete.ts";
import { replHelp } from "./repl-help.ts";
import { sessionWord } from "./session-words.ts";
import { showOutcome } from "./show-outcome.ts";

const prompt = "ptc> ";
const defaultWidth = 80;
export interface TerminalReplOptions {
  readonly evaluator: Evaluator;
  readonly history: History;
  /** Returns the completions of the last word of `typed`, and that word. */
  readonly complete: (typed: string) => [completions: string[], typedWord: string];
}

/** Resolves at the end of the session. */
export async function terminalRepl(host: Host, options: TerminalReplOptions): Promise<void> {
  const { evaluator, complete } = options;
  let isBusy = false;
  const input = new QueuedInput(host.input, {
    isBusy: () => isBusy,
    onInterrupt: () => {
      evaluator.interrupt();
    },
  });
  const session = new TerminalSession(host, options);
  const server = start({
    prompt,
    input,
    output: host.output,
    terminal: true,
    ignoreUndefined: true,
    completer: complete,
    writer: (text: string) => visibleText(text),
    eval: (command, _context, _file, answer) => {
      isBusy = true;
      // Some versions of Node put carriage returns between the lines of a form.
      const source = command.replace(/\n$/, "").replace(/\r\n?/g, "\n");
      void session.answer(source, server).then((outcome) => {
        isBusy = false;
        if (session.isOver) {
          server.close();
          return;
        }
        if (outcome === "incomplete")
          answer(new Recoverable(new SyntaxError("incomplete")), undefined);
        else answer(null, outcome);
        input.release();
      });
    },
  });
  session.attend(server);
  const stopListening = host.onSignal("SIGINT", () => {
    evaluator.interrupt();
  });
  await new Promise((resolve) => server.once("exit", resolve));
  stopListening();
  input.destroy();
  // Ctrl-D leaves the cursor behind the prompt.
  if (!session.isOver) await write(host.output, "\n");
}

/** Node's history, newest first. */
interface WithHistory {
  readonly history: string[];
}

class TerminalSession {
  readonly history: History;
  /** True after `exit`. */
  isOver = false;
  private readonly host: Host;
  private readonly evaluator: Evaluator;
  private isContinued = false;

  constructor(host: Host, { evaluator, history }: TerminalReplOptions) {
    this.host = host;
    this.evaluator = evaluator;
    this.history = history;
  }

  attend(server: REPLServer): void {
    // Commands such as .load are for JavaScript.
    for (const name of Object.keys(server.commands)) Reflect.deleteProperty(server.commands, name);
    this.recall(server);
    // Node adds every line, and some versions reverse the lines of a form.
    server.on("history", () => {
      this.recall(server);
    });
    const [clearLine] = server.listeners("SIGINT") as (() => void)[];
    server.removeAllListeners("SIGINT");
    server.on("SIGINT", () => {
      // Node would end the session if the input is empty.
      if (server.line !== "" || this.isContinued) clearLine?.();
      else {
        this.host.output.write("\n(Ctrl-D or exit ends the session)\n");
        server.displayPrompt();
      }
      this.isContinued = false;
    });
  }

  /** Resolves to the text to show, or to "incomplete" if the form continues. */
  async answer(source: string, server: REPLServer): Promise<string | undefined> {
    this.isContinued = isIncomplete(source);
    if (this.isContinued) return "incomplete";
    if (isEmptyProgram(source)) return undefined;
    const wanted = sessionWord(source, this.evaluator.names);
    if (wanted === "exit") {
      this.isOver = true;
      return undefined;
    }
    if (wanted === "help") return replHelp;
    this.history.add(source);
    this.recall(server);
    const { columns = defaultWidth } = this.host.output;
    try {
      return await showOutcome(await this.evaluator.evaluate(source, columns), this.host);
    } catch (error) {
      await writeLine(this.host.errors, `ptc: internal error: ${String(error)}`);
      return undefined;
    }
  }

  private recall(server: REPLServer): void {
    const { history } = server as unknown as WithHistory;
    history.splice(0, history.length, ...this.history.forms);
  }
}

// The read-eval-print loop at a terminal. Node's own loop edits the lines, searches the history
// (Ctrl-R) and asks for completions; the programs run in a thread.

import { Recoverable, start, type REPLServer } from "node:repl";
import { visibleText } from "@ptc/core/printing";
import type { Host } from "../terminal/host.ts";
import { write, writeLine } from "../terminal/output.ts";
import type { Evaluator } from "./evaluator.ts";
import { HeldInput } from "./held-input.ts";
import type { History } from "./history.ts";
import { isEmptyProgram, isIncomplete } from "./is-incomplete.ts";
import { replHelp } from "./repl-help.ts";
import { showOutcome } from "./show-outcome.ts";

const prompt = "ptc> ";
const usualWidth = 80;

export interface TerminalReplOptions {
  readonly evaluator: Evaluator;
  readonly history: History;
  /** What could stand at the end of `typed`, and the beginning of it that is typed already. */
  readonly complete: (typed: string) => [completions: string[], beginning: string];
}

/** Resolves when the person has ended the session. */
export async function terminalRepl(host: Host, options: TerminalReplOptions): Promise<void> {
  const { evaluator, complete } = options;
  let isBusy = false;
  const input = new HeldInput(host.input, {
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
      // Between the lines of a form some versions of Node write carriage returns.
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
  // Ctrl-D leaves the prompt behind.
  if (!session.isOver) await write(host.output, "\n");
}

/** What Node keeps the forms of the history in, the newest first. */
interface WithHistory {
  readonly history: string[];
}

class TerminalSession {
  readonly history: History;
  /** Whether the person has said `exit`. */
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
    // Commands such as .load are about JavaScript.
    for (const name of Object.keys(server.commands)) Reflect.deleteProperty(server.commands, name);
    this.recall(server);
    // Node adds each line of its own, and some of its versions write a form backwards.
    server.on("history", () => {
      this.recall(server);
    });
    const [clearLine] = server.listeners("SIGINT") as (() => void)[];
    server.removeAllListeners("SIGINT");
    server.on("SIGINT", () => {
      // Node would end the session when nothing is typed.
      if (server.line !== "" || this.isContinued) clearLine?.();
      else {
        this.host.output.write("\n(Ctrl-D or exit ends)\n");
        server.displayPrompt();
      }
      this.isContinued = false;
    });
  }

  /** What is written for a form: undefined for nothing, "incomplete" when it goes on. */
  async answer(source: string, server: REPLServer): Promise<string | undefined> {
    this.isContinued = isIncomplete(source);
    if (this.isContinued) return "incomplete";
    if (isEmptyProgram(source)) return undefined;
    const word = source.trim();
    const isOwn = new Set(this.evaluator.names).has(word);
    if (word === "exit" && !isOwn) {
      this.isOver = true;
      return undefined;
    }
    if (word === "help" && !isOwn) return replHelp;
    this.history.add(source);
    this.recall(server);
    const { columns = usualWidth } = this.host.output;
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

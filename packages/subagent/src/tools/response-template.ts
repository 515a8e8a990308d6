// A template of a program that creates the value of a call from the model's JSON answer:
// `(if {{compatible}} :compatible :unrelated)`. Its placeholders become expressions that read the
// JSON as data, so that no part of it can become part of the program.

import type { ToolContext } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import type { Value } from "@ptc/core/values";
import { prepare, type Prepared, type Program } from "@ptc/lisp";
import { nextTask } from "@ptc/core/internal/task";
import type { MissionCaller } from "../bounds/mission-caller.ts";
import { parseTemplate, type Template } from "../template/parse-template.ts";

/** The program runs without tools, and with its own time limit. */
const limits = { timeoutMs: 1_000 };

export class ResponseTemplate {
  private readonly option: string;
  private readonly source: string;
  private prepared: Promise<Prepared> | undefined = undefined;

  /** @throws OptionError naming `option` */
  constructor(option: string, text: string) {
    this.option = option;
    this.source = programOf(option, text);
  }

  /**
   * Returns the language value for an answer.
   * @throws Error for a program that is invalid or fails
   */
  async fill(
    answer: unknown,
    { signal, callId }: Pick<ToolContext, "signal" | "callId">,
    { inherited: { clock, random } }: MissionCaller,
  ): Promise<Value> {
    const program = await this.program();
    // The program never waits, so give the host a turn first, in which it can process an abort.
    await nextTask();
    const step = await program.run({
      context: { answer },
      signal,
      clock,
      random: random.stream(`template ${callId}`),
      runId: `${callId}/template`,
    });
    if (!step.ok) throw this.failure(step.fail.message);
    return step.value;
  }

  /** @throws Error for an invalid program */
  async check(): Promise<void> {
    await this.program();
  }

  private async program(): Promise<Program> {
    this.prepared ??= prepare(this.source, { limits });
    const prepared = await this.prepared;
    if (!prepared.ok) throw this.failure(prepared.errors[0]?.message);
    return prepared.program;
  }

  private failure(message = "the program is wrong"): Error {
    return new Error(`${this.option}: ${message}`);
  }
}

function programOf(option: string, text: string): string {
  if (typeof (text as unknown) !== "string")
    throw new OptionError(option, "expected a program with placeholders, such as (if {{ok}} 1 0)");
  const parsed = parseTemplate(text);
  if (!parsed.ok) throw new OptionError(option, parsed.message);
  return sourceOf(option, parsed.template);
}

function sourceOf(option: string, template: Template): string {
  let source = "";
  const scanner = new SourceScanner();
  for (const node of template) {
    if (node.type === "section")
      throw new OptionError(
        option,
        "can't contain sections: the placeholder of a list is the list, write (map … {{items}})",
      );
    if (node.type === "text") {
      source += node.text;
      scanner.pass(node.text);
    } else if (scanner.isInString)
      throw new OptionError(
        option,
        `${node.source} is inside a string, where it would not be replaced: write (str "…" {{${node.source}}} "…")`,
      );
    else if (!scanner.isInComment) source += expressionOf(node.path);
  }
  return source;
}

function expressionOf(path: readonly string[]): string {
  if (path.length === 0) return "data/answer";
  return `(get-in data/answer [${path.map((name) => JSON.stringify(name)).join(" ")}])`;
}

/**
 * Scans a source piece by piece, to know whether the next piece begins within a string or a
 * comment.
 */
class SourceScanner {
  isInString = false;
  isInComment = false;

  pass(piece: string): void {
    for (let at = 0; at < piece.length; at++) {
      const character = piece[at];
      if (this.isInComment) this.isInComment = character !== "\n";
      else if (character === "\\") at++;
      else if (character === '"') this.isInString = !this.isInString;
      else if (character === ";" && !this.isInString) this.isInComment = true;
    }
  }
}

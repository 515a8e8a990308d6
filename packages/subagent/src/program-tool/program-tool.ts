// A tool with which a model of any host runs programs: what the host tells the model of it, and a
// function that runs one. It is what `lisp_eval` is in the modes of an agent, without a mission.
//
//   description ──▶ the model of the host ──▶ { program } ──▶ run ──▶ text ──▶ the model

import { Firewall } from "@ptc/core/firewall";
import type { Fail } from "@ptc/core/contracts";
import type { ToolDefinition } from "@ptc/llm";
import type { Agent } from "../agent/agent.ts";
import { ofPrograms } from "../mode-traits/exposure.ts";
import { programOf } from "../modes/calls/program-argument.ts";
import { programTool } from "../modes/calls/native-tools.ts";
import { cardSections } from "../prompt/card-sections.ts";
import { promptText } from "../prompt/prompt-text.ts";
import type { ProgramAnswer, ProgramCall } from "./program-answer.ts";
import { ProgramConversation } from "./program-conversation.ts";
import { resolvedOptions, type ProgramToolOptions } from "./program-tool-options.ts";

/** One tool by which any model runs programs: what to tell the model, and how to call it. */
export interface ProgramTool {
  /** The name that the tool has in the modes of agents: `lisp_eval`. */
  readonly name: string;
  /** How programs are run, the language, and the tools of the programs. */
  readonly description: string;
  /** An object with the text `program`. */
  readonly inputSchema: ToolDefinition["inputSchema"];
  /** Runs the program of a call. It does not reject because of anything that a program does. */
  readonly run: (input: unknown, call?: ProgramCall) => Promise<ProgramAnswer>;
}

/**
 * The tool by which a model that is not an agent of this package runs programs over `tools`.
 * @throws OptionError naming the option or the tool
 */
export function createProgramTool(options: ProgramToolOptions = {}): ProgramTool {
  const { agent: given, host, keepsMemory } = resolvedOptions(options);
  const agent = ofPrograms(given);
  const { name, inputSchema } = programTool();
  const conversation = keepsMemory ? new ProgramConversation(agent, host, true) : undefined;
  return {
    name,
    inputSchema,
    description: descriptionOf(agent, keepsMemory),
    run: async (input, call = {}) => {
      const read = programOf({ input }, undefined);
      if (!read.ok) return { ok: false, ...refused(read.fail) };
      const runner = conversation ?? new ProgramConversation(agent, host, false);
      return await runner.run(read.source, call);
    },
  };
}

function refused(fail: Fail): Omit<ProgramAnswer, "ok"> {
  return { text: fail.message, fail, childSteps: [], warnings: [] };
}

function descriptionOf(agent: Agent, keepsMemory: boolean): string {
  const { format } = agent;
  const howTo = promptText("program-tool", {
    print: String(format.maxPrintLength),
    prints: String(format.printsMaxChars),
    value: String(format.feedbackMaxChars),
  });
  const [language, tools, data] = cardSections(agent, [], new Firewall(agent.firewall));
  return [
    [howTo, promptText(keepsMemory ? "program-tool-memory" : "program-tool-alone")].join("\n"),
    language,
    tools,
    // What programs print is shown as data, also where the card has no reason to say so.
    data === "" ? promptText("data") : data,
  ]
    .filter((section) => section !== "")
    .join("\n\n");
}

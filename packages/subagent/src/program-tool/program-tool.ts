// A tool with which any model runs programs: its description for the model, and a function that
// runs a program. It works like `lisp_eval` in the modes of an agent, but without a mission.
//
//   description ──▶ the model of the host ──▶ { program } ──▶ run ──▶ text ──▶ the model

import { Firewall } from "@ptc/core/firewall";
import type { Fail } from "@ptc/core/contracts";
import type { ToolDefinition } from "@ptc/llm";
import type { Agent } from "../agent/agent.ts";
import { ofPrograms } from "../mode-traits/exposure.ts";
import { programOf } from "../modes/program/program-argument.ts";
import { programTool } from "../modes/calls/native-tools.ts";
import { cardSections } from "../prompt/card-sections.ts";
import { promptText } from "../prompt/prompt-text.ts";
import type { MissionCheckpoint } from "../step/mission-checkpoint.ts";
import type { ProgramAnswer, ProgramCall, ResumedProgramCall } from "./program-answer.ts";
import { ProgramConversation } from "./program-conversation.ts";
import { resolvedOptions, type ProgramToolOptions } from "./program-tool-options.ts";

/**
 * A tool with which any model runs programs: its definition for the model, and the function to
 * call.
 */
export interface ProgramTool {
  /** The name of the tool in the modes of agents: `lisp_eval`. */
  readonly name: string;
  /** Explains how to run programs, the language, and the tools of the programs. */
  readonly description: string;
  /** The schema of an object with the string `program`. */
  readonly inputSchema: ToolDefinition["inputSchema"];
  /** Runs the program of a call. Does not reject, no matter what the program does. */
  readonly run: (input: unknown, call?: ProgramCall) => Promise<ProgramAnswer>;
  /**
   * Continues a program that waits, in any process. Pass the input of its call again, and the
   * checkpoint of its answer. With `keepMemory`, continue it before the next program runs. Rejects
   * with a `CheckpointError` of `@ptc/lisp` if the checkpoint or a decision doesn't fit.
   */
  readonly resume: (
    input: unknown,
    checkpoint: MissionCheckpoint,
    call?: ResumedProgramCall,
  ) => Promise<ProgramAnswer>;
}

/**
 * Creates a tool with which a model outside this package runs programs that call `tools`.
 * @throws OptionError naming the option or the tool
 */
export function createProgramTool(options: ProgramToolOptions = {}): ProgramTool {
  const resolved = resolvedOptions(options);
  const { keepsMemory } = resolved;
  const agent = ofPrograms(resolved.agent);
  const { name, inputSchema } = programTool();
  const begun = (): ProgramConversation => new ProgramConversation({ ...resolved, agent });
  const conversation = keepsMemory ? begun() : undefined;
  return {
    name,
    inputSchema,
    description: descriptionOf(agent, keepsMemory),
    run: async (input, call = {}) => {
      const read = programOf({ input }, undefined);
      if (!read.ok) return { ok: false, ...refused(read.fail) };
      return await (conversation ?? begun()).run(read.source, call);
    },
    resume: async (input, checkpoint, call = {}) => {
      const read = programOf({ input }, undefined);
      if (!read.ok) return { ok: false, ...refused(read.fail) };
      return await (conversation ?? begun()).resume(read.source, checkpoint, call);
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
    // Prints are shown as data, even if the card has no other reason to explain data.
    data === "" ? promptText("data") : data,
  ]
    .filter((section) => section !== "")
    .join("\n\n");
}

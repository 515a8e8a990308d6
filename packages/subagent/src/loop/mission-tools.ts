// Wraps the tools of an agent for its mission. From the inside out: what the answer stands for, the
// check of the answer, the cache, and the check of the arguments. So the cache knows arguments as
// the contract types them, and keeps no failure.

import type { Tool } from "@ptc/core/contracts";
import { wrappedTool, type ToolWrapper } from "@ptc/lisp";
import type { Agent } from "../agent/agent.ts";
import {
  checkedAnswer,
  withCheckedAnswer,
  withCheckedArguments,
  withOutcome,
  type Checking,
} from "../agent/tool-contract.ts";
import { callText } from "../prompt/call-text.ts";
import type { ToolCache } from "./tool-cache.ts";

/** `warn` is called with the warnings of the checks. */
export function missionTools(
  { tools, validation }: Agent,
  toolCache: ToolCache,
  warn: (warning: string) => void,
): Readonly<Record<string, Tool>> {
  return Object.fromEntries(
    [...tools].map(([name, { description, execute, contract, cache }]) => {
      const checking: Checking = {
        mode: validation,
        warn: (warning) => {
          warn(`tool/${name}: ${warning}`);
        },
      };
      const answers: ToolWrapper = (inner) => withCheckedAnswer(inner, contract, checking);
      const kept: ToolWrapper = (inner) =>
        toolCache.cached(name, inner, {
          check: (answer) => checkedAnswer(answer, contract, checking),
          warn: checking.warn,
        });
      const args: ToolWrapper = (inner) => withCheckedArguments(inner, contract, checking);
      const wrappers = [withOutcome, answers, ...(cache ? [kept] : []), args];
      // A program that asks about the tool is told what the prompt tells of it.
      const told = {
        ...(description === undefined ? {} : { description }),
        callForm: callText(name, contract),
      };
      return [name, wrappedTool(name, { ...told, execute }, wrappers)];
    }),
  );
}

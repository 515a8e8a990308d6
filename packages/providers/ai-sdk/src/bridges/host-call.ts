// The AI SDK call that runs a program, for the tools of the program.

import type { ToolExecutionOptions } from "ai";
import type { ToolContext } from "@ptc/core/contracts";

/** Details of the AI SDK call in which a program runs: its messages and its sandbox. */
export type HostCall = Partial<
  Pick<ToolExecutionOptions<unknown>, "messages" | "experimental_sandbox">
>;

/** Finds the AI SDK call in which the program of a tool call runs. */
export type HostCallOf = (context: Pick<ToolContext, "address">) => HostCall | undefined;

// The interface of started upstreams, common to all kinds.

import type { GetPromptResult, Prompt } from "@modelcontextprotocol/client";
import type { Tool } from "@ptc/core/contracts";
import type { ToolParts } from "./tool-digest.ts";

/** One tool of an upstream. */
export interface SourceTool {
  /** The name in programs, with the upstream's prefix. */
  readonly name: string;
  readonly tool: Tool;
  readonly parts: ToolParts;
}

/** The tools of an upstream, and what is wrong with others. */
export interface SourceTools {
  readonly tools: readonly SourceTool[];
  readonly warnings: readonly string[];
}

/** An upstream that has started. */
export interface UpstreamSession {
  /** Lists the tools now. */
  readonly list: (signal: AbortSignal) => Promise<SourceTools>;
  /** The prompts of an MCP server that has some. */
  readonly prompts?: SourcePrompts;
  readonly close: () => Promise<void>;
}

/** The prompts of a server, by the server's names. */
export interface SourcePrompts {
  readonly list: (signal: AbortSignal) => Promise<readonly Prompt[]>;
  readonly get: (
    name: string,
    args: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => Promise<GetPromptResult>;
}

/** The reports of a session. */
export interface SessionEvents {
  /** The upstream ended or can't be reached any more. */
  readonly onLost: (reason: string) => void;
  /** The list of tools changed. */
  readonly onChanged: () => void;
  /** A line of the server's error output, or a mistake of the server. */
  readonly onLine: (line: string) => void;
}

/** Starts an upstream. Rejects if it can't be started, or when `signal` aborts. */
export type StartUpstream = (
  events: SessionEvents,
  signal: AbortSignal,
) => Promise<UpstreamSession>;

// A mission that is kept in a folder: an agent and the data it works on. `ptc run <folder>` loads
// the module `mission` of the folder and expects a `Mission` as its default export.

import type { Agent } from "../agent/agent.ts";

/** What a file of a mission exports, for `ptc run`: an agent and what it starts from. */
export interface Mission {
  /** One line that tells a person what the mission is. */
  readonly title: string;
  readonly agent: Agent;
  /** The context, made when the mission starts. */
  readonly context?: () =>
    Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>;
}

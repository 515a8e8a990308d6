// A mission in a folder: an agent and the data it works on. `ptc run <folder>` loads the module
// `mission` of the folder and expects a `Mission` as its default export.

import type { Agent } from "../agent/agent.ts";

/** The default export of a mission file for `ptc run`: an agent and its context. */
export interface Mission {
  /** One line that describes the mission to a person. */
  readonly title: string;
  readonly agent: Agent;
  /** Creates the context when the mission starts. */
  readonly context?: () =>
    Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>;
}

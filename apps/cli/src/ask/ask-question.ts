// `ptc ask`: reads the tools and the data, and asks the question. `ptc resume` continues it.

import { resolve } from "node:path";
import { oneLine } from "@ptc/core/internal/errors";
import { openRunFiles, type LoadedModel } from "@ptc/subagent/internal/node";
import type { Agent } from "@ptc/subagent";
import { defaultTracePath } from "@ptc/tracer/internal/node";
import { readSignature } from "../eval/read-signature.ts";
import { rememberMission } from "../mission/recorded-missions.ts";
import { runMission, type RunnableMission, type RunStart } from "../mission/run-mission.ts";
import { jsonReport } from "../mission/run-report.ts";
import { chooseModel } from "../models/choose-model.ts";
import type { ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { checkpointPathFor } from "../waiting/checkpoint-file.ts";
import { agentName, agentOf } from "./ask-mission.ts";
import { askReport } from "./ask-report.ts";
import type { AskSetup } from "../mission/ask-setup.ts";
import { readContexts, readsInput } from "./read-contexts.ts";

/** Where `ptc ask` writes, and how it shows the run. */
export interface AskOutput {
  readonly trace: string | undefined;
  readonly step: string | undefined;
  readonly checkpoint: string | undefined;
  readonly asks: boolean;
  readonly isJson: boolean;
  readonly isQuiet: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const mostTitle = 100;

/** Resolves to the exit code. @throws LoadError */
export async function askQuestion(
  host: Host,
  setup: AskSetup,
  { trace, step, checkpoint, asks, isJson, isQuiet }: AskOutput,
): Promise<ExitCode> {
  // The model comes first, because a missing key is the most common mistake.
  const loaded = await modelOf(host, setup, (line) => {
    host.errors.write(`${oneLine(line, 2_000)}\n`);
  });
  const agent = await agentOf(setup);
  const context = await contextOf(host, setup);
  const report = isJson
    ? jsonReport(host)
    : askReport(host, { isQuiet, context, toolNames: [...agent.tools.keys()] });
  const files = await openRunFiles(host, { record: undefined, journal: undefined, step });
  try {
    const defaultPath = defaultTracePath(host.folder, agentName, host.now());
    const paths = {
      ...files,
      tracePath: trace === undefined ? defaultPath : resolve(host.folder, trace),
      checkpointPath:
        checkpoint === undefined
          ? checkpointPathFor(defaultPath)
          : resolve(host.folder, checkpoint),
    };
    return await runMission(host, runnable(setup, agent, context), loaded, paths, report, {
      asks,
      ...startOf(host, setup),
    });
  } finally {
    files.step?.close();
  }
}

/** A question that waits, with its model. */
export interface WaitingQuestion {
  readonly mission: RunnableMission;
  readonly start: Pick<RunStart, "remember" | "keepsContext">;
}

/**
 * Loads the tools and the data of a question again. Standard input isn't read again, because the
 * checkpoint has its data.
 * @throws LoadError
 */
export async function waitingQuestion(host: Host, setup: AskSetup): Promise<WaitingQuestion> {
  const context = readsInput(setup.contexts) ? {} : await contextOf(host, setup);
  return {
    mission: runnable(setup, await agentOf(setup), context),
    start: startOf(host, setup),
  };
}

/** Returns the model of a question. @throws LoadError */
export function modelOf(
  { environment }: Pick<Host, "environment">,
  { folder, model, recording }: Pick<AskSetup, "folder" | "model" | "recording">,
  notice: (line: string) => void,
): Promise<LoadedModel> {
  return chooseModel({ environment, folder }, undefined, { model, recording, notice });
}

async function contextOf({ input }: Host, setup: AskSetup): Promise<Fields> {
  const { folder, contexts, signature } = setup;
  const context = await readContexts({ folder, input }, contexts);
  if (signature !== undefined) (await readSignature(signature)).checkedContext(context);
  return context;
}

function runnable({ question }: AskSetup, agent: Agent, context: Fields): RunnableMission {
  return {
    mission: { title: oneLine(question, mostTitle), agent, context: () => context },
    file: undefined,
  };
}

function startOf(host: Host, setup: AskSetup): Pick<RunStart, "remember" | "keepsContext"> {
  return {
    remember: (runId) => {
      rememberMission(host, { runId, ask: setup });
    },
    keepsContext: readsInput(setup.contexts),
  };
}

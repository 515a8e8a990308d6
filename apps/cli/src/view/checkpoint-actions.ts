// Decides about the mission of a checkpoint file on the page, as `ptc resume` does at the terminal.

import { existsSync } from "node:fs";
import { PassThrough } from "node:stream";
import { resolve } from "node:path";
import { LoadError } from "@ptc/core/internal/host";
import type { CallDecisionInput, UndecidedRun } from "@ptc/viewer";
import { exitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { readCheckpointFile } from "../waiting/checkpoint-file.ts";
import type { DecisionOptions } from "../waiting/decision-options.ts";
import type { OpenActions } from "./open-actions.ts";

const nothing = (): Promise<void> => Promise.resolve();

export function checkpointActions(
  host: Host,
  path: string,
  folder: string | undefined,
): OpenActions {
  // A wrong file is reported at once, not on the page.
  readCheckpointFile(host, path);
  let isBusy = false;
  return {
    close: nothing,
    actions: {
      waiting: () => Promise.resolve(waitingRuns(host, path)),
      decide: async ({ decisions, tracePath }) => {
        if (isBusy) throw new LoadError("the mission is already being continued: wait for its end");
        isBusy = true;
        try {
          return await resumed(host, { path, folder, decisions, tracePath });
        } finally {
          isBusy = false;
        }
      },
    },
  };
}

/** A mission that ended needs no decision; its checkpoint has those that were made before. */
function waitingRuns(host: Host, path: string): readonly UndecidedRun[] {
  if (!existsSync(resolve(host.folder, path))) return [];
  const { runId, pending } = readCheckpointFile(host, path);
  return [
    {
      id: runId,
      title: path,
      calls: pending.map(({ id, tool, arguments: args, reason }) => ({
        ...{ id, tool, reason },
        arguments: args,
      })),
    },
  ];
}

interface Resuming {
  readonly path: string;
  readonly folder: string | undefined;
  readonly decisions: ReadonlyMap<string, CallDecisionInput>;
  readonly tracePath: string | undefined;
}

/** Continues the mission, and appends to the trace on the page. */
async function resumed(
  host: Host,
  { path, folder, decisions, tracePath }: Resuming,
): Promise<string> {
  const { resumeFile } = await import("../resume/resume-file.ts");
  const code = await resumeFile(silent(host), {
    ...{ path, folder, decisions: optionsOf(decisions), trace: tracePath },
    ...{ libraries: undefined, model: undefined, recording: undefined, record: undefined },
    ...{ journal: undefined, step: undefined, asks: false },
    ...{ isJson: false, isVerbose: false },
  });
  if (code === exitCode.waiting) return "The mission continued, and waits for further decisions.";
  return code === exitCode.ok
    ? "The mission continued and ended."
    : "The mission continued and failed.";
}

/** Returns the decisions in the form of the options of `ptc resume`. */
function optionsOf(decisions: ReadonlyMap<string, CallDecisionInput>): DecisionOptions {
  const options = {
    approve: [] as string[],
    deny: [] as string[],
    edit: [] as string[],
    answer: [] as string[],
  };
  for (const [id, decision] of decisions)
    switch (decision.type) {
      case "approve":
        if (decision.arguments === undefined) options.approve.push(id);
        else options.edit.push(`${id}=${JSON.stringify(decision.arguments)}`);
        break;
      case "deny":
        options.deny.push(decision.message === undefined ? id : `${id}=${decision.message}`);
        break;
      case "answer":
        options.answer.push(`${id}=${JSON.stringify(decision.result)}`);
    }
  return options;
}

/** The page shows the progress, from the trace. */
function silent(host: Host): Host {
  const output = new PassThrough();
  output.resume();
  return { ...host, output, errors: output };
}

// `ptc view`: gives the viewer its traces, and the functions for what its page can do.

import { OptionError } from "@ptc/core/errors";
import { oneLine } from "@ptc/core/internal/errors";
import { LoadError } from "@ptc/core/internal/host";
import { viewTraces } from "@ptc/viewer";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import type { OpenActions } from "./open-actions.ts";
import { checkpointActions } from "./checkpoint-actions.ts";
import { replayAction } from "./replay-action.ts";
import { storeActions } from "./store-actions.ts";

/** The arguments of `ptc view`. */
export interface ViewArguments {
  readonly path: string;
  readonly html: string | undefined;
  readonly port: number | undefined;
  readonly checkpoint: string | undefined;
  readonly store: string | undefined;
  readonly recording: string | undefined;
  readonly mission: string | undefined;
}

/** Serves the page until the process is interrupted, or writes it. @throws LoadError */
export async function viewRuns(host: Host, args: ViewArguments): Promise<ExitCode> {
  const stop = new AbortController();
  const removals = (["SIGINT", "SIGTERM"] as const).map((name) =>
    host.onSignal(name, () => {
      stop.abort();
    }),
  );
  const { actions, close } = await openActions(host, args);
  try {
    const { path, html, port } = args;
    await viewTraces({
      ...{ path, folder: host.folder, actions, signal: stop.signal },
      print: (line) => {
        host.output.write(`${oneLine(line, 2_000)}\n`);
      },
      ...(html === undefined ? {} : { html }),
      ...(port === undefined ? {} : { port }),
    });
    return exitCode.ok;
  } catch (error) {
    if (error instanceof OptionError) throw new LoadError(error.message);
    throw error;
  } finally {
    for (const remove of removals) remove();
    await close();
  }
}

async function openActions(host: Host, args: ViewArguments): Promise<OpenActions> {
  const { checkpoint, store, recording, mission } = args;
  const waiting =
    checkpoint !== undefined
      ? checkpointActions(host, checkpoint, mission)
      : store !== undefined
        ? await storeActions(host, store)
        : { actions: {}, close: () => Promise.resolve() };
  const replay = recording === undefined ? {} : await replayAction(host, recording, mission);
  return { actions: { ...waiting.actions, ...replay }, close: waiting.close };
}

// Replays a recorded run with a program that a person edited on the page.

import { LoadError } from "@ptc/core/internal/host";
import { oneLine } from "@ptc/core/internal/errors";
import { loadMission, loadRun, missionFolderOf } from "@ptc/subagent/internal/node";
import { replay, turnsOf } from "@ptc/subagent/recordings";
import { createMemoryTracer } from "@ptc/tracer";
import type { ViewerActions } from "@ptc/viewer";
import { rememberedMission } from "../mission/recorded-missions.ts";
import type { Host } from "../terminal/host.ts";
import { withLibraries } from "../library/given-libraries.ts";

/** @throws LoadError if the recording or the mission can't be loaded */
export async function replayAction(
  host: Host,
  path: string,
  named: string | undefined,
): Promise<Pick<ViewerActions, "replay">> {
  const recording = await loadRun(host, path);
  const remembered = rememberedMission(host, recording.header.runId);
  const hint = "pass the folder: ptc view --recording … --mission folder";
  const recordedIn = remembered?.folder;
  const folder = named ?? missionFolderOf(host, recording, { path, hint, recordedIn });
  const loaded = await withLibraries(host, await loadMission(host, folder), remembered?.libraries);
  return {
    replay: async ({ turn, program, traceId }) => {
      if (traceId !== recording.header.runId)
        throw new LoadError(
          `${path} is the recording of another run (${oneLine(recording.header.runId, 40)})`,
        );
      if (!turnsOf(recording).includes(turn))
        throw new LoadError(`the recording has no program of turn ${String(turn)}`);
      const tracer = createMemoryTracer();
      const { step, divergence } = await replay(loaded.mission.agent, recording, {
        programs: { [turn]: program },
        trace: tracer,
      });
      return { events: tracer.events, message: messageOf(step.ok, divergence?.message) };
    },
  };
}

function messageOf(isOk: boolean, divergence: string | undefined): string {
  if (divergence !== undefined)
    return `The edited run requested something the recording doesn't have: ${oneLine(divergence, 500)}`;
  return isOk
    ? "The edited run ended with an answer, using only the recording."
    : "The edited run failed, using only the recording.";
}

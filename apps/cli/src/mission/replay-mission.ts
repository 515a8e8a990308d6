// Replays a recorded run, and shows its progress and the first difference from the recording.

import { OptionError } from "@ptc/core/errors";
import { oneLine } from "@ptc/core/internal/errors";
import {
  RecordingError,
  replay,
  turnsOf,
  type Divergence,
  type ProgramPlace,
  type Replay,
  type RunRecording,
  type ToolCallShown,
} from "@ptc/subagent/recordings";
import { maskFirewalled } from "@ptc/tracer";
import { argumentsText } from "@ptc/core/internal/json";
import { type LoadedMission, Progress } from "@ptc/subagent/internal/node";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { styleFor, type Style } from "../terminal/style.ts";
import { UsageError } from "../terminal/usage-error.ts";
import { showEnd } from "./show-end.ts";

export interface EditOptions {
  readonly program: string | undefined;
  /** The turn of the program; default: the only one. */
  readonly turn: number | undefined;
}

type Print = (line: string) => void;

/** Resolves to the exit code. @throws UsageError */
export async function replayMission(
  host: Host,
  { mission, file }: LoadedMission,
  recording: RunRecording,
  { program, turn }: EditOptions,
): Promise<ExitCode> {
  const style = styleFor(host.output, host);
  const print: Print = (line) => {
    host.output.write(`${line}\n`);
  };
  const programs = program === undefined ? {} : { [editedTurn(recording, turn)]: program };
  print(style("bold", oneLine(mission.title)));
  print(`Mission: ${oneLine(file)}`);
  print(
    oneLine(
      // eslint-disable-next-line texts/shortened-texts -- the date of a timestamp is complete
      `Replaying a run of ${recording.header.recordedAt.slice(0, 10)}. No model or tool is called.`,
    ),
  );
  const result = await replayRun(host, mission.agent, recording, {
    programs,
    trace: new Progress({ style, print, mask: maskFirewalled }),
  });
  await showEnd(host, result.step, style, print);
  print("");
  if (result.divergence !== undefined) {
    showDivergence(result, result.divergence, style, print);
    return exitCode.failed;
  }
  if (program === undefined) {
    print("The step equals the recorded step.");
    return exitCode.ok;
  }
  print("The edited run requested only what the recording contains.");
  return result.step.ok ? exitCode.ok : exitCode.failed;
}

async function replayRun(host: Host, ...args: Parameters<typeof replay>): Promise<Replay> {
  const [agent, recording, options] = args;
  const stop = new AbortController();
  const stopListening = host.onSignal("SIGINT", () => {
    stop.abort();
  });
  try {
    return await replay(agent, recording, { ...options, signal: stop.signal });
  } catch (error) {
    if (error instanceof RecordingError || error instanceof OptionError)
      throw new UsageError(error.message);
    throw error;
  } finally {
    stopListening();
  }
}

function editedTurn(recording: RunRecording, turn: number | undefined): number {
  const turns = turnsOf(recording);
  const [only] = turns;
  const listed = turns.length === 0 ? "no turns" : `the turns ${turns.join(", ")}`;
  if (turn !== undefined && !turns.includes(turn))
    throw new UsageError(`--turn ${String(turn)}: the recording has ${listed}`);
  if (turn !== undefined) return turn;
  if (only !== undefined && turns.length === 1) return only;
  throw new UsageError(`--edit: the recording has ${listed} (choose one with --turn)`, {
    isAboutArguments: true,
  });
}

function showDivergence(
  { recorded, asked }: Replay,
  divergence: Divergence,
  style: Style,
  print: Print,
): void {
  print(style("bold", oneLine(`The run diverges from its recording at ${divergence.at}`, 200)));
  print(oneLine(divergence.message, 1_000));
  const { recordedAt } = divergence;
  const side = recordedAt === undefined ? "Recorded" : `Recorded at ${oneLine(recordedAt, 200)}`;
  showSide(side, divergence.recorded, recorded, style, print);
  showSide("This run", divergence.asked, asked, style, print);
}

function showSide(
  side: string,
  call: ToolCallShown | undefined,
  location: ProgramPlace | undefined,
  style: Style,
  print: Print,
): void {
  if (call === undefined && location === undefined) return;
  const where =
    location === undefined
      ? ""
      : `turn ${String(location.turn)}, line ${String(location.position.line)}, column ${String(location.position.column)}`;
  const what =
    call === undefined ? "" : `tool/${oneLine(call.name, 100)} ${argumentsText(call.args)}`;
  print("");
  print(
    `${style("bold", side)}${what === "" ? "" : `  ${what}`}${where === "" ? "" : `  ${style("dim", where)}`}`,
  );
  for (const line of location?.excerpt.split("\n") ?? []) print(`    ${oneLine(line, 500)}`);
}

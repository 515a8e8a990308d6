// The state of a mission as its entries and checkpoints have it: the start of the run, and its
// effects without firewalled values in clear.

import {
  assertIdsShown,
  passedValues,
  wholeJson,
  type CheckpointInputs,
  type CheckpointWriter,
  type Keys,
  type NewEntry,
  type PartSecrets,
} from "@ptc/lisp/internal/waiting";
import type { Beginning } from "./beginning.ts";
import { checkpointStart, plainLine, storedLine } from "./mission-checkpoint.ts";
import { missionInputs } from "./mission-inputs.ts";
import type { Line } from "./mission-lines.ts";
import type { MissionPass } from "./mission-pass.ts";
import type { PreparedMission } from "./prepared-mission.ts";

export class MissionEntries {
  private readonly mission: PreparedMission;
  private readonly keys: Keys;
  private readonly start: Beginning;
  private readonly pass: MissionPass;
  private inputs: Promise<CheckpointInputs> | undefined;
  private madeSecrets: PartSecrets | undefined = undefined;

  constructor(mission: PreparedMission, keys: Keys, start: Beginning, pass: MissionPass) {
    this.mission = mission;
    this.keys = keys;
    this.start = start;
    this.pass = pass;
    this.inputs = start.inputs === undefined ? undefined : Promise.resolve(start.inputs);
  }

  /** Appends the start of the run, and the effects of passes that reported none. */
  appendStart(writer: CheckpointWriter): void {
    const { start } = this;
    if (start.entries !== undefined) return;
    writer.append(async () => ({
      type: "start",
      run: await checkpointStart(await this.startState()),
    }));
    for (const [at, times] of start.lines.times) writer.noteTimes(at, times);
    for (const line of start.lines.lines) writer.append(this.entryOf(line, writer));
  }

  /** Returns a function that makes the entry of a line. */
  entryOf(line: Line, writer: CheckpointWriter): () => NewEntry | Promise<NewEntry> {
    return () => {
      const { firewall } = this.pass;
      const plain = plainLine(line, firewall);
      return plain === undefined
        ? this.effectEntry(line, writer)
        : { type: "effect", effect: plain, times: writer.takeTimes() };
    };
  }

  /** @throws UnwritableError for an id of a task that contains a firewalled value */
  private async effectEntry(line: Line, writer: CheckpointWriter): Promise<NewEntry> {
    const { firewall } = this.pass;
    const isStore = line.type === "store";
    assertIdsShown(isStore ? [] : [line.at], isStore ? [line.at] : [], firewall);
    const effect = await storedLine(line, firewall, this.secrets);
    return { type: "effect", effect, times: writer.takeTimes() };
  }

  /** Returns the start of the run, as entries and checkpoints have it. */
  async startState() {
    const { start, mission, pass } = this;
    const { options, message } = mission;
    return {
      runId: start.runId,
      seed: start.seed,
      salt: start.salt,
      digests: start.digests,
      inputs: await (this.inputs ??= missionInputs(mission, start.digests)),
      context:
        options.checkpoint.keepContext === true
          ? await wholeJson("context", options.context)
          : undefined,
      message,
      journal: start.journal === undefined ? undefined : await wholeJson("journal", start.journal),
      firewall: pass.firewall,
      secrets: this.secrets,
      forks: start.forks,
    };
  }

  private get secrets(): PartSecrets {
    const { keys, start, pass, mission } = this;
    return (this.madeSecrets ??= {
      cipher: keys.cipher,
      digests: keys.checkpointKey === undefined ? undefined : start.digests,
      passed: passedValues(mission.options, pass.firewall),
    });
  }
}

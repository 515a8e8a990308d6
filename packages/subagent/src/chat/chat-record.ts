// The state of a chat in a store.

import type { Firewall } from "@ptc/core/firewall";
import type { MissionStep, SpentByMissions, WaitingMission } from "../step/step.ts";

/** The state from which a chat in a store continues. */
export interface ChatRecord {
  readonly step: MissionStep | undefined;
  readonly usage: SpentByMissions | undefined;
  readonly journal: MissionStep["journal"];
  /** The last message if its calls wait. */
  readonly waiting: WaitingMessage | undefined;
}

/** A message whose calls wait for decisions. */
export type WaitingMessage = Pick<WaitingMission, "checkpoint" | "pending">;

/** Keeps a chat in a store. */
export interface ChatKeeper {
  readonly record: ChatRecord;
  /** Called before each message. If it rejects, nothing is sent. */
  begin(): Promise<void>;
  /** Called before the chat continues from `record`. If it rejects, the chat stays as it was. */
  end(record: ChatRecord, firewall: Firewall): Promise<void>;
}

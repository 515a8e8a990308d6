// The state of a session between calls, and the program or agent in it that waits.

import { Memory, type PendingCall } from "@ptc/lisp";
import type { MissionCheckpoint } from "@ptc/subagent";
import type { StoredResult } from "@ptc/subagent/internal/programs";

export interface SessionKey {
  readonly client: string;
  readonly name: string;
}

/** A result with its approximate size. */
export interface KeptResult extends StoredResult {
  readonly bytes: number;
}

/** The state of one session. Each change makes a new one. */
export interface SessionState {
  /** True if the server named the session, because a program without one left something. */
  readonly isUnnamed: boolean;
  readonly memory: Memory;
  /** Large results by the names under which programs read them as `data/…`, oldest first. */
  readonly results: ReadonlyMap<string, KeptResult>;
  /** The number of results so far. */
  readonly resultCount: number;
  readonly waiting?: WaitingWork | undefined;
}

/** A program or an agent that waits for decisions. */
export interface WaitingWork {
  /** The first part of the ids of its calls. */
  readonly id: string;
  readonly work:
    | {
        readonly kind: "program";
        readonly source: string;
        readonly context: Readonly<Record<string, unknown>>;
        readonly signature?: string;
      }
    | {
        readonly kind: "agent";
        readonly agent: string;
        readonly context: Readonly<Record<string, unknown>>;
      };
  readonly pending: readonly PendingCall[];
  readonly checkpoint: MissionCheckpoint;
  /**
   * Encrypts the checkpoint. It is kept next to it, so a new key of the store doesn't matter.
   * Undefined in a store without encryption, whose checkpoints have no firewalled values.
   */
  readonly secret?: string | undefined;
  /** The ids of calls about which the client's user was asked in a form. */
  readonly asked: readonly string[];
  /** True from its decisions until it has ended, so that no call is made twice. */
  readonly isDecided?: boolean;
}

/** Returns the state without the work that waited. */
export function withoutWaiting(state: SessionState): SessionState {
  return { ...state, waiting: undefined };
}

export function newSession(isUnnamed: boolean): SessionState {
  return { isUnnamed, memory: Memory.empty, results: new Map(), resultCount: 0 };
}

/** True if nothing in the session can be of use later. */
export function isUseless({ isUnnamed, memory, results, waiting }: SessionState): boolean {
  return waiting === undefined && results.size === 0 && (isUnnamed || memory.size === 0);
}

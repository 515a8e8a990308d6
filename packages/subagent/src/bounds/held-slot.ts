// The slot of a call that runs a mission. While the mission waits for a task of another mission, it
// doesn't occupy the slot, because that task may need a slot itself:
//
//   mission   slots: 1 ──▶ call of a child ──▶ (task "rates" …)   waits for the task below
//                     └─ ▶ (task "rates" (tool/rates {}))         waits for the slot
//
// It doesn't occupy the slot either while it can only wait for decisions. The call has its slot
// again before the mission continues; after a decision, before the mission has its next effect.

import type { ToolContext } from "@ptc/core/contracts";
import { onAbort } from "@ptc/core/internal/contracts";
import type { PausedCall } from "@ptc/core/internal/journal";

/** The slots of a tool. */
interface CallSlots {
  wait(signal: AbortSignal): Promise<boolean>;
  release(): void;
}

export class HeldSlot implements PausedCall {
  private readonly slots: CallSlots;
  private readonly over = new AbortController();
  private isHeld = true;
  /** The number of branches of the mission that wait for a task of another mission. */
  private waits = 0;
  /** True while the mission can only wait for decisions. */
  private isLeft = false;
  private regaining: Promise<void> | undefined = undefined;

  /** The slot is taken. */
  constructor(slots: CallSlots) {
    this.slots = slots;
  }

  pause(): void {
    this.waits += 1;
    this.release();
  }

  /** Resolves when the call has its slot again, has ended, or another branch still waits. */
  async resume(): Promise<void> {
    this.waits -= 1;
    if (this.isNeeded) await this.regain();
  }

  /** Releases the slot, because the mission can only wait for decisions. */
  leave(): void {
    this.isLeft = true;
    this.release();
  }

  /** Takes the slot again as soon as it is free. */
  comeBack(): void {
    this.isLeft = false;
    if (this.isNeeded) void this.regain();
  }

  /** True if the slot was released, and no branch waits for a task of another mission. */
  get isAway(): boolean {
    return !this.isHeld && this.waits === 0 && !this.over.signal.aborted;
  }

  /** Resolves when a slot that is taken again is held, or when `signal` is aborted. */
  async regained(signal: AbortSignal): Promise<void> {
    const { regaining } = this;
    if (regaining === undefined) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        remove();
        resolve();
      };
      const remove = onAbort(signal, end);
      if (signal.aborted) end();
      else void regaining.then(end);
    });
  }

  /** Releases the slot, because the call has ended. */
  end(): void {
    this.over.abort();
    this.release();
  }

  private release(): void {
    if (!this.isHeld) return;
    this.isHeld = false;
    this.slots.release();
  }

  private get isNeeded(): boolean {
    return this.isAway && !this.isLeft;
  }

  private regain(): Promise<void> {
    return (this.regaining ??= this.take());
  }

  private async take(): Promise<void> {
    this.isHeld = await this.slots.wait(this.over.signal);
    this.regaining = undefined;
    // The mission may have begun to wait again, or the call may have ended.
    if (this.waits > 0 || this.isLeft || this.over.signal.aborted) this.release();
  }
}

const slotsOfCalls = new WeakMap<ToolContext, HeldSlot>();

/** Stores the slot of a call for as long as its context exists. */
export function rememberSlot(call: ToolContext, slot: HeldSlot): void {
  slotsOfCalls.set(call, slot);
}

export function slotOf(call: ToolContext): HeldSlot | undefined {
  return slotsOfCalls.get(call);
}

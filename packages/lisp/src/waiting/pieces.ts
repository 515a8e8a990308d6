// Reads and writes large JSON in pieces, so that other work of the host gets its turns.

import { nextTask } from "@ptc/core/internal/task";
import type { Json } from "@ptc/core/encoding";
import { CheckpointError } from "./checkpoint-error.ts";
import { canonicalJson, mostLevels } from "./seal.ts";

/** The longest checkpoint, in UTF-16 units of its JSON. */
export const longestCheckpoint = 64 * 1024 * 1024;

/** Parts below this level of nesting are written in one piece. */
export const splitLevels = 8;

/** The units of JSON, or visited values, after which other work gets a turn. */
const unitsInPiece = 100_000;
const visitsInPiece = 20_000;

/** Counts work, and decides when the next piece begins. */
export class Pieces {
  private units = 0;

  /** Returns a promise to wait for if a piece is over. */
  after(units: number): Promise<void> | undefined {
    this.units += units;
    if (this.units < unitsInPiece) return undefined;
    this.units = 0;
    return nextTask();
  }
}

interface Level {
  readonly part: Readonly<Record<string | number, unknown>>;
  /** Undefined for an array. */
  readonly names: readonly string[] | undefined;
  readonly count: number;
  next: number;
}

/**
 * Checks the size and the depth of an object that should be a checkpoint. An object that contains
 * another one in several places counts as its JSON, which has a copy at each place.
 * @throws CheckpointError
 */
export async function assertBounded(fields: object): Promise<void> {
  let units = 0;
  const levelOf = (part: object): Level => {
    const names = Array.isArray(part) ? undefined : Object.keys(part);
    const count = names?.length ?? (part as readonly unknown[]).length;
    // Each element has a comma or a bracket, and each name has quotes and a colon.
    units += 1 + count * (names === undefined ? 1 : 4);
    return { part: part as Level["part"], names, count, next: 0 };
  };
  const levels = [levelOf(fields)];
  let visits = 0;
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    if (units > longestCheckpoint)
      throw new CheckpointError(
        "unreadable",
        `the checkpoint is too large: at most ${String(longestCheckpoint)} characters are allowed`,
      );
    if (level.next >= level.count) {
      levels.pop();
      continue;
    }
    if (++visits % visitsInPiece === 0) await nextTask();
    const { names, next } = level;
    level.next += 1;
    const name = names === undefined ? next : (names[next] ?? "");
    if (typeof name === "string") units += name.length;
    const item = level.part[name];
    if (typeof item === "string") units += item.length + 2;
    if (typeof item !== "object" || item === null) continue;
    if (levels.length > mostLevels)
      throw new CheckpointError("unreadable", "the checkpoint is nested too deep");
    levels.push(levelOf(item));
  }
}

/** Returns the results of `read` for all elements. */
export async function readInPieces<Made>(
  list: readonly unknown[],
  read: (given: unknown, index: number) => Made,
): Promise<readonly Made[]> {
  const made: Made[] = [];
  for (let index = 0; index < list.length; index++) {
    if (index % visitsInPiece === visitsInPiece - 1) await nextTask();
    made.push(read(list[index], index));
  }
  return made;
}

/**
 * Does the same as `canonicalJson`, in pieces.
 * @throws RangeError for data that is nested too deep
 */
export async function canonicalText(json: Json): Promise<string> {
  const pieces = new Pieces();
  const visit = async (part: Json, depth: number): Promise<string> => {
    if (typeof part !== "object" || part === null || depth >= splitLevels)
      return canonicalJson(part, depth);
    const texts: string[] = [];
    const add = async (name: string, item: Json): Promise<void> => {
      const written =
        typeof item === "object" ? await visit(item, depth + 1) : canonicalJson(item, depth + 1);
      texts.push(name + written);
      const turn = pieces.after(written.length);
      if (turn !== undefined) await turn;
    };
    if (isList(part)) {
      for (const item of part) await add("", item);
      return `[${texts.join(",")}]`;
    }
    for (const name of Object.keys(part).sort())
      await add(`${JSON.stringify(name)}:`, part[name] ?? null);
    return `{${texts.join(",")}}`;
  };
  return await visit(json, 0);
}

function isList(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}

// Checks of the arguments that name and describe records. Each returns a copy that later changes of
// the argument don't reach.
import type { RecordHead, RecordKey, RecordKind } from "./run-store.ts";
import {
  checkedArray,
  checkedFields,
  checkedName,
  checkedObject,
  checkedTime,
  invalid,
  quoted,
} from "./store-texts.ts";

export const recordKinds: readonly RecordKind[] = [
  "run",
  "inbox",
  "journal",
  "chat",
  "session",
  "step",
  "events",
  "eval",
];

/** The longest name of an agent, a version of an application, a tag and a worker. */
export const maximumName = 200;
const maximumId = 500;
const maximumStatus = 100;
const maximumTags = 20;
/** A batch is one transaction, so a larger one would stop other writers. */
const maximumKeys = 10_000;

export function checkedKind(store: string, value: unknown): RecordKind {
  const kind = recordKinds.find((known) => known === value);
  if (kind === undefined)
    throw invalid(
      store,
      `the kind of a record is ${quoted(value)}: use one of ${recordKinds.join(", ")}`,
    );
  return kind;
}

/** Checks a key. It may be a larger object, such as a summary. */
export function checkedKey(store: string, value: unknown): RecordKey {
  const { kind, id } = checkedObject(store, "the key of a record", value, ["kind", "id"]);
  return {
    kind: checkedKind(store, kind),
    id: checkedName(store, "the id of a record", id, maximumId),
  };
}

/** Checks the keys to delete, and omits repeated ones. */
export function checkedKeys(store: string, value: unknown): readonly RecordKey[] {
  const keys = checkedArray(store, "the list of keys", value);
  if (keys.length > maximumKeys)
    throw invalid(
      store,
      `the list of keys has ${String(keys.length)} elements: pass at most ${String(maximumKeys)}`,
    );
  const checked = new Map<string, RecordKey>();
  for (const key of keys) {
    const known = checkedKey(store, key);
    checked.set(keyText(known), known);
  }
  return [...checked.values()];
}

/** Returns a text that only this key has. Kinds have no slash. */
export function keyText({ kind, id }: RecordKey): string {
  return `${kind}/${id}`;
}

export function checkedHead(store: string, value: unknown): RecordHead {
  const { status, agent, appVersion, tags, dueAt } = checkedFields(
    store,
    "the head of a record",
    value,
    ["status", "agent", "appVersion", "tags", "dueAt"],
  );
  return {
    status: checkedStatus(store, status),
    ...(agent === undefined ? {} : { agent: checkedAgent(store, agent) }),
    ...(appVersion === undefined ? {} : { appVersion: checkedAppVersion(store, appVersion) }),
    ...(tags === undefined ? {} : { tags: checkedTags(store, tags) }),
    ...(dueAt === undefined ? {} : { dueAt: checkedTime(store, "`dueAt` of a record", dueAt) }),
  };
}

export function checkedStatus(store: string, value: unknown): string {
  return checkedName(store, "the status of a record", value, maximumStatus);
}

export function checkedAgent(store: string, value: unknown): string {
  return checkedName(store, "the agent of a record", value, maximumName);
}

export function checkedAppVersion(store: string, value: unknown): string {
  return checkedName(store, "`appVersion` of a record", value, maximumName);
}

export function checkedTag(store: string, value: unknown): string {
  return checkedName(store, "a tag of a record", value, maximumName);
}

function checkedTags(store: string, value: unknown): readonly string[] {
  const tags = checkedArray(store, "the list of tags", value);
  if (tags.length > maximumTags)
    throw invalid(
      store,
      `a record has ${String(tags.length)} tags: use at most ${String(maximumTags)}`,
    );
  return tags.map((tag) => checkedTag(store, tag));
}

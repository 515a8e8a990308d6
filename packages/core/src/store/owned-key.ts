// The keys of records that belong to an owner, such as a client of a server. The owner is part of
// the id, so no name that one owner chooses is the record of another one:
//
//   name "main" without owner       main            the same id as in the application
//   name "@x" without owner         @/@x
//   name "main" of "client/7"       @client%2f7/main

import type { RecordKey, RecordKind } from "./run-store.ts";

const mark = "@";

/** Returns the key of the record `id` of `owner`. */
export function ownedKey(kind: RecordKind, id: string, owner: string | undefined): RecordKey {
  if (owner === undefined) return { kind, id: id.startsWith(mark) ? `${mark}/${id}` : id };
  return { kind, id: `${mark}${escaped(owner)}/${id}` };
}

/** Returns the owner and the id in the id of a record. */
export function ownedId(recordId: string): { readonly id: string; readonly owner?: string } {
  const slash = recordId.indexOf("/");
  if (!recordId.startsWith(mark) || slash === -1) return { id: recordId };
  const owner = recordId.slice(mark.length, slash);
  const id = recordId.slice(slash + 1);
  return owner === "" ? { id } : { id, owner: unescaped(owner) };
}

function escaped(owner: string): string {
  return owner.replaceAll("%", "%25").replaceAll("/", "%2f");
}

function unescaped(owner: string): string {
  return owner.replaceAll("%2f", "/").replaceAll("%25", "%");
}

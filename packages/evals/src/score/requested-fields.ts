// Finds the firewalled fields that a turn requests, in its program and its native calls.

import { isObject } from "@ptc/core/internal/host";
import { read, type Form } from "@ptc/parser";
import type { Turn } from "@ptc/subagent";

/** A field that begins with one `_`. `_` alone is the usual name of an unused local. */
const firewalled = /^_[^_]/;

/** Yields the names of firewalled fields, in the order of the source. */
export function* requestedFields({ program, toolCalls }: Turn): Generator<string> {
  const parsed = program === undefined ? undefined : read(program);
  if (parsed?.ok === true) yield* fieldsIn(parsed.forms);
  for (const call of toolCalls) if (call.layer === "native") yield* namesIn(call.args);
}

function* fieldsIn(forms: readonly Form[]): Generator<string> {
  const rest: { readonly form: Form; readonly isKeys: boolean }[] = [];
  const push = (items: readonly Form[], isKeys: (index: number) => boolean): void => {
    for (let index = items.length - 1; index >= 0; index--) {
      const form = items[index];
      if (form !== undefined) rest.push({ form, isKeys: isKeys(index) });
    }
  };
  push(forms, () => false);
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { form, isKeys } = next;
    const name = nameOf(form, isKeys);
    if (name !== undefined && firewalled.test(name)) yield name;
    if ("items" in form) push(form.items, (index) => isKeys || isAfterKeys(form, index));
    else if ("form" in form) push([form.form], () => false);
  }
}

/** In `{:keys [_card]}`, the symbols name fields. */
function isAfterKeys({ type, items }: Form & { readonly items: readonly Form[] }, at: number) {
  const before = items[at - 1];
  return (
    type === "map" &&
    at % 2 === 1 &&
    before?.type === "keyword" &&
    ["keys", "strs", "syms"].includes(before.name)
  );
}

function nameOf(form: Form, isKeys: boolean): string | undefined {
  if (form.type === "keyword") return form.name;
  if (form.type === "string") return form.value;
  if (form.type !== "symbol") return undefined;
  return isKeys || form.namespace === "data" ? form.name : undefined;
}

/** Yields the texts in the arguments of a native call that are names of such fields. */
function* namesIn(args: unknown): Generator<string> {
  const rest: unknown[] = [args];
  for (let next = rest.pop(); rest.length > 0 || next !== undefined; next = rest.pop()) {
    if (typeof next === "string" && firewalled.test(next)) yield next;
    else if (Array.isArray(next)) rest.push(...(next as readonly unknown[]));
    else if (isObject(next)) rest.push(...Object.values(next));
  }
}

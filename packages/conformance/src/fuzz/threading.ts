// Rewrites some nested calls with `->` and `->>`, as people write them. The meaning doesn't change.

import type { Form, ListForm } from "./form.ts";
import type { Random } from "./random.ts";
// @ptc/lisp doesn't export the catalog; this package is private and tests it.
import { specialFormDocuments } from "../../../lisp/src/catalog/special-form-documents.ts";

/** Returns the same program with some calls threaded. */
export function threaded(form: Form, random: Random): Form {
  if (typeof form === "string") return form;
  if (isPlainCall(form) && random.chance(0.4)) {
    const written = random.chance(0.5)
      ? threadedThrough("->", form, random)
      : threadedThrough("->>", form, random);
    if (written !== undefined) return written;
  }
  const [head, first, ...steps] = form.items;
  if (
    form.open === "(" &&
    typeof head === "string" &&
    threadingNames.has(head) &&
    head !== "as->" &&
    first !== undefined
  ) {
    // The items after the first one of a threading form are not complete calls, so don't rewrite
    // them.
    return { open: "(", items: [head, threaded(first, random), ...steps] };
  }
  // Not every argument of a special form is an expression, so only rewrite its calls.
  return {
    open: form.open,
    items: form.items.map((item) =>
      form.open === "(" || form.open === "[" ? threaded(item, random) : item,
    ),
  };
}

const threadingNames = new Set(["->", "->>", "as->", "some->", "some->>", "cond->", "cond->>"]);

function threadedThrough(arrow: "->" | "->>", form: ListForm, random: Random): Form | undefined {
  const steps: Form[] = [];
  let current: Form = form;
  while (typeof current !== "string" && isPlainCall(current)) {
    const head: Form | undefined = current.items[0];
    const args: readonly Form[] = current.items.slice(1);
    const place = arrow === "->" ? 0 : args.length - 1;
    const inner: Form | undefined = args[place];
    // A function literal at this position would be mistaken for a call to thread into.
    if (head === undefined || inner === undefined) return undefined;
    const rest = args.filter((_, index) => index !== place);
    steps.unshift(
      rest.length === 0
        ? head
        : { open: "(", items: [head, ...rest.map((item) => threaded(item, random))] },
    );
    current = inner;
  }
  return steps.length === 0 ? undefined : { open: "(", items: [arrow, current, ...steps] };
}

/**
 * True for a call of a builtin. Names that a program binds end in a digit and may come first in a
 * list that isn't a call. A special form doesn't evaluate everything after its name.
 */
function isPlainCall(form: ListForm): boolean {
  const [head] = form.items;
  return (
    form.open === "(" &&
    form.items.length > 1 &&
    typeof head === "string" &&
    /^[a-z].*[^\d]$/.test(head) &&
    !specialFormDocuments.has(head)
  );
}

// Steps of threading forms that get the value in the wrong place.

import type { Form } from "@ptc/parser";
import { plainName, symbolText } from "../form-tools.ts";
import { longestExample, written, writtenAll } from "./written-forms.ts";

/** Functions whose collection comes last. */
const lastArgument: ReadonlySet<string> = new Set(
  (
    "map filter remove reduce mapcat mapv filterv keep some every? not-any? not-every? take drop " +
    "take-while drop-while take-last drop-last take-nth sort-by group-by partition partition-by " +
    "partition-all map-indexed keep-indexed interpose interleave distinct-by pmap apply for-each " +
    "run! reductions sum-by avg-by min-by max-by frequencies-by cons str/join join zipmap sort " +
    "iterate concat split-at split-with partition-all random-sample doseq some-fn index-by"
  ).split(" "),
);

/** Functions whose collection or string comes first. */
const firstArgument: ReadonlySet<string> = new Set(
  (
    "assoc assoc-in dissoc update update-in get get-in select-keys conj disj merge nth subs subvec " +
    "contains? update-vals update-keys str/split str/replace str/starts-with? str/ends-with? " +
    "str/includes? str/index-of str/replace-first split replace starts-with? ends-with? includes? " +
    "set/rename-keys rename-keys - / quot rem mod pop peek find vary-meta"
  ).split(" "),
);

const first: ReadonlySet<string> = new Set(["->", "some->", "cond->"]);
const last: ReadonlySet<string> = new Set(["->>", "some->>", "cond->>"]);

/** Returns advice for a failed step of the threading form `thread`. */
export function threadHint(source: string, thread: Form, step: Form): string | undefined {
  if (thread.type !== "list") return undefined;
  const arrow = plainName(thread.items[0]) ?? "";
  const index = thread.items.indexOf(step);
  if (index < 2) return undefined;
  if (first.has(arrow) && last.has(`${arrow}>`) && headIn(lastArgument, step))
    return `a collection comes last, so thread it with ${arrow}>: write ${rewritten(source, thread.items, `${arrow}>`, lastArgument)}`;
  const back = arrow.slice(0, -1);
  if (last.has(arrow) && headIn(firstArgument, step))
    return `${headOf(step) ?? "it"} takes the value first, so thread it with ${back}: write ${rewritten(source, thread.items, back, firstArgument)}`;
  if (last.has(arrow) && isFunction(step))
    return `${arrow} passes the whole value to the function; for each element write (map ${written(source, step)})`;
  return undefined;
}

function headOf(step: Form): string | undefined {
  const head = step.type === "list" ? step.items[0] : step;
  return head?.type === "symbol" ? symbolText(head) : undefined;
}

function headIn(names: ReadonlySet<string>, step: Form): boolean {
  return names.has((headOf(step) ?? "").replace(/^clojure\.string\//, "str/"));
}

/** True for a call of a function whose collection comes last. */
export function takesCollectionLast(form: Form): boolean {
  return headIn(lastArgument, form);
}

function isFunction(step: Form): boolean {
  return step.type === "function";
}

/** The whole form with the other arrow, if it suits every step; otherwise the first such steps. */
function rewritten(
  source: string,
  items: readonly Form[],
  arrow: string,
  suits: ReadonlySet<string>,
): string {
  const [, value, ...steps] = items;
  const whole = `(${arrow} ${writtenAll(source, items.slice(1))})`;
  const others = suits === lastArgument ? firstArgument : lastArgument;
  if (
    whole.length <= longestExample &&
    steps.length < 11 &&
    !steps.some((step) => headIn(others, step))
  )
    return whole;
  const step = steps.find((each) => headIn(suits, each));
  if (step === undefined || value === undefined) return whole;
  return `(${arrow} ${step === steps[0] ? written(source, value) : "value"} ${written(source, step)})`;
}

/** Returns advice for `(->> x (fn [y] …))`, which adds x to the function instead of calling it. */
export function functionStepHint(source: string, arrow: string, step: Form): string {
  return `write (${written(source, step)}) to call it with the value, or (map ${written(source, step)}) with ->> for each element; ${arrow} adds the value to the form itself`;
}

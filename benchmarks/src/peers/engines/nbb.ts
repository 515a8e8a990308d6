// ClojureScript in nbb. A program is loaded as text and is a function of its data and tools. Its
// data is converted in the program, as users do, or before it, to measure the evaluator alone.
import { loadString } from "nbb";
import { itself, type Engine } from "../engine.ts";
import type { Workload } from "../workload.ts";

type Callable = (...values: readonly unknown[]) => unknown;

export async function createNbbEngine({
  converts,
}: {
  readonly converts: boolean;
}): Promise<Engine> {
  // Otherwise the prints of programs would appear in the output of this process.
  await loadString("(set! *print-fn* (fn [_] nil))");
  const convert = await load("(fn [value] (js->clj value :keywordize-keys true))");
  return {
    ready: async (workload) => {
      const { start, data = {}, tools = {} } = workload;
      if (!converts && workload.data === undefined) return "takes no data";
      const given = converts
        ? Object.values(data)
        : Object.values(data).map((value) => convert(value));
      const values: readonly unknown[] = [...given, ...Object.values(tools)];
      const source = sourceOf(workload, converts);
      const isCalled = values.length > 0 || start === "prepared";
      if (!isCalled) return { call: () => loadString(source), answer: itself };
      if (start === "source")
        return { call: async () => (await load(source))(...values), answer: itself };
      const prepared = await load(`(fn [] ${source})`);
      return { call: () => prepared(), answer: itself };
    },
  };
}

async function load(source: string): Promise<Callable> {
  return (await loadString(source)) as Callable;
}

/** Returns the program as an expression, or as a function if it has inputs. */
function sourceOf(
  { programs: { clojure }, data = {}, tools }: Workload,
  converts: boolean,
): string {
  // The program's `require` must come before the function around it.
  const [required, program] = clojure.startsWith("(require ") ? split(clojure) : ["", clojure];
  const names = Object.keys(data);
  const parameters = [...names, ...Object.keys(tools ?? {})];
  if (parameters.length === 0) return `(clj->js (do ${program}))`;
  const conversions = converts
    ? names.map((name) => `${name} (js->clj ${name} :keywordize-keys true)`)
    : [];
  return `${required}(fn [${parameters.join(" ")}] (let [${conversions.join(" ")}] ${tools === undefined ? `(clj->js (do ${program}))` : program}))`;
}

function split(program: string): readonly [string, string] {
  const end = program.indexOf("\n") + 1;
  return [program.slice(0, end), program.slice(end)];
}

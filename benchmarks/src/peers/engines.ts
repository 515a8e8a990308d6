// All engines of the comparison in the order of the columns, ours first.
import type { EngineEntry } from "./engine.ts";
import type { EngineName } from "./workload.ts";

const nodeMajor = Number(process.versions.node.split(".")[0]);

export const engines: readonly EngineEntry[] = [
  {
    name: "ptc",
    title: "@ptc/lisp",
    package: "@ptc/lisp",
    load: async () => (await import("./engines/ptc.ts")).createPtcEngine("auto"),
    usage:
      "`run(source, { context, tools })`, `prepare` for prepared programs; every limit at its default",
    firstAnswer:
      'const { run } = await import("@ptc/lisp"); const step = await run("(+ 1 2)"); const answer = step.return;',
  },
  {
    name: "ptc-closures",
    title: "@ptc/lisp, closures alone",
    package: "@ptc/lisp",
    load: async () => (await import("./engines/ptc.ts")).createPtcEngine("never"),
    usage: 'the same with `generate: "never"`',
    firstAnswer: undefined,
  },
  {
    name: "monty",
    title: "Monty",
    package: "@pydantic/monty",
    load: async () => (await import("./engines/monty.ts")).montyEngine,
    usage:
      "Python; data as `inputs`, tools through `runMontyAsync`, which calls one at a time; no limits set",
    firstAnswer:
      'const { Monty } = await import("@pydantic/monty"); const answer = new Monty("1 + 2").run();',
  },
  {
    name: "quickjs",
    title: "QuickJS",
    package: "quickjs-emscripten",
    load: async () => (await import("./engines/quickjs.ts")).createQuickJsEngine(),
    usage:
      "JavaScript in a fresh context; data as JSON text, parsed inside; tools as promises; no limits set. Prepared: a function in a reused context",
    firstAnswer:
      'const { getQuickJS } = await import("quickjs-emscripten"); const answer = (await getQuickJS()).evalCode("1 + 2");',
  },
  {
    name: "isolated-vm",
    title: "isolated-vm",
    package: "isolated-vm",
    ...(nodeMajor < 24 ? { unavailable: "needs Node 24" } : {}),
    load: async () => (await import("./engines/isolated-vm.ts")).createIsolatedVmEngine(),
    usage:
      "JavaScript compiled by V8, in a fresh context of one isolate; data through `ExternalCopy`, tools through `Reference`. Prepared: a script with its reused context",
    firstAnswer:
      'const { default: ivm } = await import("isolated-vm"); const answer = new ivm.Isolate().createContextSync().evalSync("1 + 2");',
  },
  {
    name: "nbb",
    title: "nbb",
    package: "nbb",
    load: async () => (await import("./engines/nbb.ts")).createNbbEngine({ converts: true }),
    usage:
      "ClojureScript by `loadString`; data through `js->clj`, answers through `clj->js`. Not a sandbox",
    firstAnswer:
      'const { loadString } = await import("nbb"); const answer = await loadString("(+ 1 2)");',
  },
  {
    name: "nbb-converted",
    title: "nbb, data converted beforehand",
    package: "nbb",
    load: async () => (await import("./engines/nbb.ts")).createNbbEngine({ converts: false }),
    usage: "the same, with `js->clj` outside the measured time",
    firstAnswer: undefined,
  },
  {
    name: "run",
    title: "run",
    package: "run",
    load: async () => (await import("./engines/run.ts")).runEngine,
    usage:
      "JavaScript in QuickJS on a worker thread; data and tools as host functions, with the limits on their number raised",
    firstAnswer:
      'const { run } = await import("run"); const answer = (await run({ source: "return 1 + 2;" })).value;',
  },
  {
    name: "plain",
    title: "plain JavaScript",
    package: undefined,
    load: async () => (await import("./engines/plain.ts")).plainEngine,
    usage:
      "the same JavaScript compiled by `node:vm` in this process, without a sandbox: the floor",
    firstAnswer:
      'const { runInThisContext } = await import("node:vm"); const answer = runInThisContext("1 + 2");',
  },
];

/** Returns the engine with the given name. */
export function engineNamed(name: string): EngineEntry {
  const found = engines.find((entry) => entry.name === name);
  if (found === undefined) throw new Error(`no engine is named ${name}`);
  return found;
}

/** The engines that confine a program; ours is compared with these as a sandbox. */
export const sandboxes: readonly EngineName[] = ["monty", "quickjs", "isolated-vm", "run"];

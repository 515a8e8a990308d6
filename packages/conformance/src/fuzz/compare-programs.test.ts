// Tests the comparison with our own hosts. It finds a planted fault and shrinks the program to the
// smallest one that shows it, and no kept difference explains the fault.
import { expect, test } from "vitest";
import type { Answer } from "../oracles/answer.ts";
import { ourAnswer } from "../vectors/our-answer.ts";
import { comparePrograms, type Hosts } from "./compare-programs.ts";
import { readForm, sizeOf, sourceOf, type Form } from "./form.ts";
import type { Host } from "./host.ts";
import { candidatesOf, shrink } from "./shrink.ts";

function hostOf(answer: (program: string) => Promise<Answer>): Host {
  return { answers: (programs) => Promise.all(programs.map(answer)), stop: () => undefined };
}

/** A host that returns `(1)` for programs with `list`, and fails for all others. */
const lists = hostOf((program) =>
  Promise.resolve(
    program.includes("list")
      ? { kind: "value", text: "(1)", output: [] }
      : { kind: "error", error: "any", message: "no" },
  ),
);
const faithful = hostOf((program) => ourAnswer(program));
/** A host with a planted fault: it sorts wrongly if the program contains a 7. */
const faulty = hostOf(async (program) =>
  program.includes("sort") && program.includes("7")
    ? { kind: "value", text: "[7]", output: [] }
    : ourAnswer(program),
);

async function unexplained(forms: readonly Form[], hosts: Hosts): Promise<Form | undefined> {
  const verdicts = await comparePrograms(forms, hosts);
  return forms[verdicts.findIndex(({ kind }) => kind === "unexplained")];
}

test("finds a planted fault and shrinks the program to the smallest one that shows it", async () => {
  const hosts: Hosts = { own: faulty, nbb: faithful, clojure: undefined };
  const program = readForm(
    '(let [x1 [3 7 1]] (if (empty? x1) "none" (sort (conj (map identity x1) 5))))',
  );
  expect(await unexplained([readForm("(sort [3 1])"), program], hosts)).toBe(program);
  const small = await shrink(program, (candidates) => unexplained(candidates, hosts));
  expect(sourceOf(small)).toMatch(/sort.*7|7.*sort/);
  expect(sizeOf(small)).toBeLessThanOrEqual(4);
});

test("reports an error and a value as a difference, but not two errors", async () => {
  const fails = hostOf(() =>
    Promise.resolve({ kind: "error", error: "type_error", message: "no" }),
  );
  const [value, error] = await comparePrograms([readForm("(list 1)"), readForm("(throw 1)")], {
    own: fails,
    nbb: lists,
    clojure: undefined,
  });
  expect([value?.kind, error?.kind]).toEqual(["unexplained", "agreed"]);
});

test("never counts a program that a limit ended as agreement", async () => {
  const bounded = hostOf(() =>
    Promise.resolve({ kind: "error", error: "timeout", message: "too long" }),
  );
  const [verdict] = await comparePrograms([readForm("(throw 1)")], {
    own: bounded,
    nbb: lists,
    clojure: undefined,
  });
  expect(verdict?.kind).toBe("unexplained");
});

test("JVM Clojure decides if the answer of nbb differs", async () => {
  const other = hostOf(() => Promise.resolve({ kind: "value", text: "99", output: [] }));
  const [verdict] = await comparePrograms([readForm("(list 1)")], {
    own: lists,
    nbb: other,
    clojure: lists,
  });
  expect(verdict).toEqual({ kind: "explained", because: "JVM Clojure answers as we do" });
});

test("a kept difference explains only the answer that its definition gives", async () => {
  // The oracle gives our answer only if the definitions of the kept differences surround the
  // program.
  const differingHost = hostOf((program) =>
    Promise.resolve({
      kind: "value",
      text: program.startsWith("(let [") ? "2" : "1",
      output: [],
    }),
  );
  const right = hostOf(() => Promise.resolve({ kind: "value", text: "2", output: [] }));
  const wrong = hostOf(() => Promise.resolve({ kind: "value", text: "3", output: [] }));
  const form = readForm("(peek (seq [1]))");
  expect(
    (await comparePrograms([form], { own: right, nbb: differingHost, clojure: undefined }))[0],
  ).toEqual({ kind: "explained", because: "peek and pop of a sequence are those of a list" });
  expect(
    (await comparePrograms([form], { own: wrong, nbb: differingHost, clojure: undefined }))[0]
      ?.kind,
  ).toBe("unexplained");
});

test("an answer that no host can decide counts as untold", async () => {
  const other = (rules: string): Host =>
    hostOf((program) =>
      Promise.resolve(
        program.startsWith("(let [")
          ? { kind: "error", error: "any", message: rules }
          : { kind: "value", text: "2", output: [] },
      ),
    );
  const form = readForm("(keys {1 2})");
  const verdicts = ["ptc-unknown: order", "refused"].map(async (rules) => {
    const [verdict] = await comparePrograms([form], {
      own: lists,
      nbb: other(rules),
      clojure: other(rules),
    });
    return verdict?.kind;
  });
  expect(await Promise.all(verdicts)).toEqual(["untold", "explained"]);
});

test("a kept difference of a macro applies to the value of its form", async () => {
  const asked: string[] = [];
  const host = hostOf((program) => {
    asked.push(program);
    return Promise.resolve({ kind: "value", text: "1", output: [] });
  });
  const own = hostOf(() => Promise.resolve({ kind: "value", text: "2", output: [] }));
  await comparePrograms([readForm("(get (for [x [1]] x) 0)")], {
    own,
    nbb: host,
    clojure: undefined,
  });
  expect(asked[1]).toContain("\n(get (ptc-value-of-for (for [x [1]] x)) 0)");
});

test("candidates for shrinking are smaller, and the smallest comes first", () => {
  expect(candidatesOf(readForm("(f [1 2])")).map(sourceOf)).toEqual(
    expect.arrayContaining(["nil", "[1 2]", "(f)", "(f [1])", "(f 2)"]),
  );
  expect(candidatesOf("1")).toEqual([]);
});

import { describe, expect, test } from "vitest";
import { toLanguageModel, type LanguageModel, type ModelRequest } from "@ptc/llm";
import {
  directVariant,
  runEval,
  type EvalCase,
  type EvalSuite,
  type EvalVariant,
} from "../../src/index.ts";
import { desksSuite, fleetSuite } from "../../src/suites/index.ts";
import { deskCalls } from "./desk-calls.ts";
import { fleetPrograms } from "./fleet-programs.ts";

const casesOf = (suite: EvalSuite): readonly EvalCase[] => [...suite.cases()];

/** A variant whose model answers each case with its own function. */
function answering(
  name: string,
  answerOf: (caseName: string) => LanguageModel,
): Omit<EvalVariant, "options"> {
  return { name, llmOf: ({ caseName }) => answerOf(caseName) };
}

async function resultsOf(suite: EvalSuite, ...variants: readonly EvalVariant[]) {
  const { report } = await runEval({ suite, variants });
  return report;
}

const failures = (report: Awaited<ReturnType<typeof resultsOf>>) =>
  report.variants.flatMap((variant) => variant.failures.flatMap(({ examples }) => examples));

describe("the suite fleet", () => {
  test("has thirty tasks, and a program that reads only the prompt solves each", async () => {
    const suite = fleetSuite();
    expect(casesOf(suite).map(({ name }) => name)).toEqual([...fleetPrograms.keys()]);
    expect(fleetPrograms.size).toBe(30);
    const report = await resultsOf(
      suite,
      answering("programs", (name) => toLanguageModel(() => fleetPrograms.get(name) ?? "")),
    );
    expect(failures(report)).toEqual([]);
    expect(report.variants[0]).toMatchObject({ passed: 30, turns: { mean: 1 } });
  });

  test("refuses empty and constant answers in each task", async () => {
    const report = await resultsOf(
      fleetSuite(),
      ...["0", "[]", '""', "{}", "[{}]"].map((answer) =>
        answering(answer, () => toLanguageModel(() => `(return ${answer})`)),
      ),
    );
    expect(report.variants.map(({ passed }) => passed)).toEqual([0, 0, 0, 0, 0]);
  });
});

describe("the suite desks", () => {
  /** The answer that the case expects, as text of the language of a program. */
  const expected = new Map(casesOf(desksSuite()).map((one) => [one.name, one.expected]));
  const edn = (value: unknown): string =>
    Array.isArray(value)
      ? `[${value.map(edn).join(" ")}]`
      : typeof value === "object" && value !== null
        ? `{${Object.entries(value)
            .map(([key, field]) => `:${key} ${edn(field)}`)
            .join(" ")}}`
        : JSON.stringify(value);
  const programOf = (name: string): string => {
    const calls = (deskCalls.get(name) ?? []).map(([tool, args]) => `(tool/${tool} ${edn(args)})`);
    return `(do ${calls.join(" ")} (return ${edn(expected.get(name))}))`;
  };
  const directOf = (name: string): LanguageModel =>
    toLanguageModel(
      ({ messages }: ModelRequest) => {
        const made = messages.filter(({ role }) => role === "tool").length;
        const call = deskCalls.get(name)?.[made];
        if (call === undefined) return JSON.stringify(expected.get(name));
        const [toolName, input] = call;
        return { content: [{ type: "tool-call", toolCallId: String(made), toolName, input }] };
      },
      { capabilities: { toolCalls: true } },
    );

  test("has forty tasks, which programs and direct calls of the same tools solve", async () => {
    const suite = desksSuite();
    expect(casesOf(suite).map(({ name }) => name)).toEqual([...deskCalls.keys()]);
    const report = await resultsOf(
      suite,
      answering("programs", (name) => toLanguageModel(() => programOf(name))),
      directVariant(answering("direct", directOf)),
    );
    expect(failures(report)).toEqual([]);
    expect(report.variants.map(({ runs, passed }) => [runs, passed])).toEqual([
      [40, 40],
      [40, 40],
    ]);
    expect(report.variants.map(({ toolCalls }) => toolCalls.total)).toEqual([46, 46]);
    // Programs need one turn; direct calls need one for each call, and one for the answer.
    expect(report.variants.map(({ turns }) => turns.total)).toEqual([40, 86]);
  });

  test("refuses a right answer without its changes, and changes that weren't requested", async () => {
    const lazy = (name: string) => `(return ${edn(expected.get(name))})`;
    const eager = (name: string) => {
      const [desk = ""] = name.split(":");
      const calls: Readonly<Record<string, string>> = {
        bank: '(tool/transfer {:from "savings" :to "travel" :amount 1})',
        calendar: '(tool/create_meeting {:title "x" :start "01:00" :minutes 1})',
        home: '(tool/set_device {:id "lamp-1" :on true})',
        library: '(tool/reserve {:id "K1" :member "x"})',
        messages: '(tool/send_message {:contact_id "C1" :text "x"})',
        orders: '(tool/refund {:id "7003" :amount 1})',
        travel: '(tool/book {:train_id "X10" :seats 1})',
        units: "nil",
      };
      return programOf(name).replace("(return", `${calls[desk] ?? ""} (return`);
    };
    const report = await resultsOf(
      desksSuite(),
      answering("lazy", (name) => toLanguageModel(() => lazy(name))),
      answering("eager", (name) => toLanguageModel(() => eager(name))),
    );
    const [first, second] = report.variants;
    expect(first?.tags.find(({ tag }) => tag === "write")).toMatchObject({ passed: 0 });
    expect(first?.tags.find(({ tag }) => tag === "read")?.passed).toBe(23);
    // The desk of units changes nothing.
    expect(second?.passed).toBe(5);
  });
});

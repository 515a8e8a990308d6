// The build step rejects unsupported grammars and names the rule at fault.
import { expect, test } from "vitest";
import { emitModule } from "../src/emit-module.ts";
import { loadGrammar } from "../src/load-grammar.ts";

interface Request {
  readonly start?: string;
  readonly nesting?: readonly string[];
  readonly silent?: readonly string[];
  readonly actions?: readonly string[];
}

function emit(
  rules: string,
  { start = "start", nesting = [], silent = [], actions = ["start"] }: Request = {},
): string {
  return emitModule({
    passes: ["read", "trace"],
    rules: loadGrammar(`G { ${rules} }`, start),
    start,
    nesting,
    silent,
    actionNames: new Set(actions),
    actionsImport: "./actions.ts",
    grammarName: "test.ohm",
  });
}

test("accepts a plain grammar", () => {
  expect(emit('start = "a"')).toContain("function readStart");
});

test.each<[name: string, rules: string, request: Request, message: string]>([
  ["rules that skip spaces", 'Start = "a"', { start: "Start" }, "rule Start starts with a capital"],
  ["left recursion", 'start = start ~"a" | "b"', {}, "left recursion: start -> start"],
  [
    "left recursion behind something nullable",
    'start = "x"? inner\n inner = start | "b"',
    {},
    "left recursion: start -> inner -> start",
  ],
  [
    "uncounted nesting",
    'start = "(" (start | "a") ")"',
    {},
    "nesting is not counted in the cycle start -> start",
  ],
  [
    "an unknown action",
    'start = "a"',
    { actions: ["start", "other"] },
    "other has an action or is silent, but the grammar has no such rule",
  ],
  [
    "an unknown silent rule",
    'start = "a"',
    { silent: ["other"] },
    "other has an action or is silent",
  ],
  [
    "a start rule without an action",
    'start = "a"',
    { actions: [] },
    "the start rule start needs an action",
  ],
  [
    "values under a negation",
    'start = ~item "b"\n item = "a"',
    { actions: ["start", "item"] },
    "~ and & match text only",
  ],
  [
    "values in a circle without an action",
    'start = "(" inner ")"\n inner = "[" (inner | item) "]"\n item = "a"',
    { actions: ["start", "item"], nesting: ["inner"] },
    "rule inner contains itself without an action on the way",
  ],
  [
    "a range that cuts into surrogates",
    'start = "\\u{D900}".."\\u{FFFF}"',
    {},
    "inside or behind the surrogates",
  ],
  ["what it does not know", 'start = caseInsensitive<"a">', {}, "cannot emit"],
])("rejects %s", (_name, rules, request, message) => {
  expect(() => emit(rules, request)).toThrow(message);
});

import { expect, test } from "vitest";
import { run } from "../src/index.ts";
import { expectFailures } from "./expect-failures.ts";
import { expectPrinted } from "./evaluate.ts";

const tools = {
  search: {
    description: "Finds orders by text.",
    callForm: "(tool/search {:q :string}) -> [:map]",
    execute: () => [],
  },
  ping: () => 1,
};

test("doc, meta and dir accept a name, quoted or not, or a string", async () => {
  await expectPrinted(
    [
      ['(= (doc map) (doc (quote map)) (doc "map") (doc clojure.core/map))', "true"],
      [
        "(doc clojure.string/upper-case)",
        '"upper-case, upcase, clojure.string/upper-case\\nfunction\\n(upper-case s)\\nMakes text upper case.\\n(upper-case \\"abc\\") => \\"ABC\\""',
      ],
      [
        "(doc if-not)",
        '"if-not\\nspecial form\\n(if-not test then else)\\nLike if with the test negated.\\n(if-not nil 1 2) => 1"',
      ],
      [
        "(doc tool/search)",
        '"tool/search\\ntool\\n(tool/search {:q :string}) -> [:map]\\nFinds orders by text."',
      ],
      ["(doc mapp)", '"there is no mapp; did you mean `map` or `map?` or `mapv`?"'],
      ["(doc future)", '"future is not part of PTC-Lisp: use pmap or pcalls"'],
      ["(:doc (meta tool/ping))", '"A tool without a description."'],
      ["(meta 5)", "nil"],
      ["(dir tool)", '["ping" "search"]'],
      ["(dir clojure.set {:limit 2 :offset 1})", '["index" "intersection"]'],
      ['(:kind (get (ns-publics clojure.walk) "postwalk"))', '"function"'],
      ['(first (apropos "orders"))', '"tool/search: Finds orders by text."'],
      ["(let [doc (fn [x] x)] (doc 5))", "5"],
      ["(def map 5) (meta map)", "nil"],
    ],
    { tools },
  );
});

test("dir lists the fields of the context, except firewalled ones, and the tools", async () => {
  await expectPrinted(
    [
      ["(dir data)", '["orders" "max limit"]'],
      ["(dir (quote data) {:offset 1})", '["max limit"]'],
      ["(dir tool)", "[]"],
    ],
    { context: { orders: [1], _card: 2, "max limit": 3 } },
  );
  await expectPrinted([["[(dir data) (dir tool)]", "[[] []]"]]);
});

test("answers nil for the metadata of values, because they have none", async () => {
  await expectPrinted([
    ["(meta {:a 1})", "nil"],
    ["(meta [1])", "nil"],
    ["(meta (fn [x] x))", "nil"],
  ]);
});

test("errors about unknown names say which names exist", async () => {
  await expectFailures([
    ["(doc 5)", "type_error", "doc: expected a name, got number", 'write (doc map) or (doc "map")'],
    [
      "(tool/servers)",
      "unsupported",
      "tool/servers: no tool servers are connected to this run",
      "(dir tool) lists the tools of this run",
    ],
    ["(dir clojure.set {:limit -1})", "argument_error", "dir: expected :limit from 0 to 500"],
  ]);
  const step = await run("(dir nothing)");
  expect(step).toMatchObject({
    ok: false,
    fail: { message: 'dir: unknown namespace "nothing"' },
  });
  expect(!step.ok && step.fail.details?.hint).toMatch(/^available: .*clojure\.core .*clojure\.set/);
});

test("a tool may be named servers", async () => {
  expect(await run("(tool/servers {})", { tools: { servers: () => 3 } })).toMatchObject({
    ok: true,
    return: 3,
  });
});

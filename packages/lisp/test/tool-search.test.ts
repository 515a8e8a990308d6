// A program finds the tools of its run by words, and their descriptions are bounded.

import { describe, expect, test } from "vitest";
import { run } from "../src/index.ts";
import { expectPrinted, failOf, printed } from "./evaluate.ts";

const execute = (): number => 1;

const tools = {
  "get-user": {
    description: "One user, by number.",
    callForm: "(tool/get-user {:id :int}) -> {email :string}",
    execute,
  },
  getUserOrders: { description: "What somebody has bought.", execute },
  crm_list_contacts: {
    description: "All contacts\n  of the firm.",
    callForm: "(tool/crm_list_contacts {:page :int?}) -> [:Contact]\n  :Contact is {name :string}",
    execute,
  },
  crm_orders: { description: "Orders by the people in the list of contacts.", execute },
  stornieren: { description: "取消客户订单", execute },
  ping: execute,
};

const namesFor = (words: string): string => `(mapv :name (tool/search ${JSON.stringify(words)}))`;

describe("tool search", () => {
  test("a search returns call forms and descriptions of tools", async () => {
    await expectPrinted(
      [
        [
          '(tool/search "contacts firm")',
          '[{:name "crm_list_contacts", :call "(tool/crm_list_contacts {:page :int?}) -> [:Contact]\\n  :Contact is {name :string}", :description "All contacts of the firm."} {:name "crm_orders", :call "(tool/crm_orders {…})", :description "Orders by the people in the list of contacts."}]',
        ],
        [
          '(tool/search "email")',
          '[{:name "get-user", :call "(tool/get-user {:id :int}) -> {email :string}", :description "One user, by number."}]',
        ],
        ['(tool/search "ping")', '[{:name "ping", :call "(tool/ping {…})"}]'],
        ['(tool/search "weather")', "[]"],
      ],
      { tools },
    );
  });

  test("a search ranks names before descriptions and whole words before prefixes", async () => {
    await expectPrinted(
      [
        [namesFor("orders"), '["crm_orders" "getUserOrders"]'],
        [namesFor("contacts"), '["crm_list_contacts" "crm_orders"]'],
        [namesFor("get user"), '["get-user" "getUserOrders"]'],
        [namesFor("GetUser"), '["get-user" "getUserOrders"]'],
        [namesFor("users"), '["get-user" "getUserOrders"]'],
        [namesFor("cont"), '["crm_list_contacts" "crm_orders"]'],
        [namesFor("订单"), '["stornieren"]'],
      ],
      { tools },
    );
  });

  test("a search returns 10 tools by default and 50 at most", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 80 }, (_, index) => [`find-${String(index)}`, execute]),
    );
    await expectPrinted(
      [
        ['(count (tool/search "find"))', "10"],
        ['(mapv :name (tool/search "find" 2))', '["find-0" "find-1"]'],
        ['(count (tool/search "find" 1000))', "50"],
        ['(tool/search "find" 0)', "[]"],
        ['(:name (first (tool/search "find 7")))', '"find-7"'],
        ['(mapv count (map tool/search ["find" "nothing"]))', "[10 0]"],
        ['(count (pmap tool/search ["find" "nothing"]))', "2"],
      ],
      { tools: many },
    );
  });

  test("finds tools that a program can then call by name", async () => {
    expect(await printed('(first (tool/search "people who bought"))', { tools })).toContain(
      "getUserOrders",
    );
    expect(await printed('(do (tool/search "ping") (tool/ping))', { tools })).toBe("1");
  });

  test("a search without words explains what to write", async () => {
    const cases = [
      [
        '(tool/search "- ?")',
        "tool/search: there are no words to search for",
        "(dir tool) lists the names of all tools",
      ],
      [
        "(tool/search {:query 1})",
        "tool/search: expected words as a string, got map {:query 1}",
        'this finds tools, and no tool is named search: write (tool/search "words to find")',
      ],
      [
        '(tool/serach "x")',
        "there is no tool serach; the tools are: get-user, getUserOrders, crm_list_contacts, crm_orders, stornieren, ping",
        "did you mean `search`?",
      ],
      [
        "(tool/get-usr {:id 1})",
        "there is no tool get-usr; the tools are: get-user, getUserOrders, crm_list_contacts, crm_orders, stornieren, ping",
        "did you mean `get-user`?",
      ],
    ] as const;
    for (const [program, message, hint] of cases)
      expect(await failOf(program, { tools })).toMatchObject({ message, details: { hint } });
  });

  test("a tool named search takes precedence over the search", async () => {
    const own = { search: (args: object) => args };
    await expectPrinted(
      [
        ['(tool/search {:q "x"})', '{"q" "x"}'],
        ['(mapv tool/search [{:q "x"}])', '[{"q" "x"}]'],
      ],
      { tools: own },
    );
  });

  test("errors recommend the search if they don't list all tools", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 41 }, (_, index) => [`tool-${String(index)}`, execute]),
    );
    const { message } = await failOf("(tool/weather)", { tools: many });
    expect(message).toMatch(/, tool-39, … \(tool\/search "words"\) finds the others$/);
    const own = await failOf("(tool/weather)", { tools: { ...many, search: execute } });
    expect(own.message).toMatch(/, tool-39, …$/);
  });
});

describe("documentation of one tool", () => {
  test("doc shows a tool's typed call form and whole description", async () => {
    await expectPrinted(
      [
        [
          "(doc tool/crm_list_contacts)",
          '"tool/crm_list_contacts\\ntool\\n(tool/crm_list_contacts {:page :int?}) -> [:Contact]\\n  :Contact is {name :string}\\nAll contacts\\n  of the firm."',
        ],
        ["(= (doc ping) (doc tool/ping))", "true"],
        ["(doc tool/get-usr)", '"there is no tool/get-usr; did you mean `tool/get-user`?"'],
        [
          "(doc tool/weather)",
          '"there is no tool/weather; (tool/search \\"words\\") finds tools by words"',
        ],
        ["(first (:forms (meta tool/ping)))", '"(tool/ping {…})"'],
      ],
      { tools },
    );
  });

  test("documentation of an external tool is bounded and visible", async () => {
    const hostile = {
      long: {
        description: "long \u202e\u001b[2J ".repeat(100_000),
        callForm: `(tool/long {${":a \u0007".repeat(100_000)}})`,
        execute,
      },
      numbered: { description: 5 as unknown as string, execute },
    };
    const lengths = await printed(
      '(let [found (first (tool/search "long"))] [(count (:call found)) (count (:description found)) (count (first (apropos "long")))])',
      { tools: hostile },
    );
    const [call = 0, description = 0, listed = 0] = JSON.parse(
      lengths.replaceAll(" ", ","),
    ) as number[];
    expect(call).toBeLessThanOrEqual(601);
    expect(description).toBeLessThanOrEqual(301);
    expect(listed).toBeLessThanOrEqual(1_001);
    for (const program of [
      "(doc tool/long)",
      '(tool/search "long")',
      '(apropos "long")',
      "(meta tool/long)",
      "(ns-publics tool)",
    ])
      // eslint-disable-next-line no-control-regex -- what must not be there
      expect(await printed(program, { tools: hostile })).not.toMatch(/[\u0007\u001b\u202e]/);
    expect(await printed("(:doc (meta tool/numbered))", { tools: hostile })).toBe(
      '"A tool without a description."',
    );
  });
});

test("a search costs what it reads", async () => {
  const described = (length: number): Promise<{ steps: number; memoryBytes: number }> =>
    run('(tool/search "none")', {
      tools: Object.fromEntries(
        Array.from({ length: 100 }, (_, index) => [
          `find-${String(index)}`,
          { description: "abcd ".repeat(length / 5), execute },
        ]),
      ),
    }).then(({ usage }) => usage);
  const [short, long, endless] = [
    await described(100),
    await described(1_000),
    await described(100_000),
  ];
  expect(long.steps).toBeGreaterThan(short.steps + 100 * 200);
  expect(long.memoryBytes).toBeGreaterThan(short.memoryBytes + 100 * 900);
  // Only the beginning of a longer text is searched.
  expect(endless).toMatchObject({ steps: long.steps, memoryBytes: long.memoryBytes });
  const step = await run('(dotimes [_ 1000000] (tool/search "none"))', {
    tools: { one: { description: "x".repeat(100), execute } },
    limits: { steps: 10_000 },
  });
  expect(step).toMatchObject({ ok: false, fail: { reason: "step_limit_exceeded" } });
});

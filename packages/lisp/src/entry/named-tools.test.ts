import { expect, test } from "vitest";
import { namedTools } from "./named-tools.ts";

test("names of tools are found in calls and as values, outside of texts and comments", () => {
  const source = `
    ; (tool/commented {})
    (tool/crm/get-user {:id 1}) (map tool/b_2 ["tool/in-a-text" \\t]) #(tool/c %) 'tool/quoted
    (mytool/other) (not-a-tool/other) {:k tool/d, :s "\\"tool/escaped"} @tool/e (tool/crm/get-user)`;
  expect(namedTools(source)).toEqual(["crm/get-user", "b_2", "c", "quoted", "d", "e"]);
});

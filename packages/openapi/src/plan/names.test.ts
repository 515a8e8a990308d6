import { expect, test } from "vitest";
import { ArgumentNames } from "./argument-names.ts";
import { ToolNames } from "./tool-name.ts";

function toolNames(
  operations: readonly [method: string, path: string, id?: string][],
  prefix = "",
) {
  const names = new ToolNames(prefix);
  return operations.map(
    ([method, path, operationId]) =>
      names.take({ method, path, tags: [], ...(operationId === undefined ? {} : { operationId }) })
        .name,
  );
}

test("an operation is named by its id, or else by its method and path", () => {
  expect(
    toolNames([
      ["GET", "/a", "listUsers"],
      ["GET", "/a", "repos/list for.org"],
      ["GET", "/users/{id}/posts"],
      ["GET", "/", "  "],
      ["POST", "/", "дом"],
      ["GET", "/a", "__proto__"],
      ["GET", "/a", "2nd_try"],
      ["GET", "/a", "x".repeat(200)],
    ]),
  ).toEqual([
    "listUsers",
    "repos-list-for-org",
    "get-users-id-posts",
    "get",
    "post",
    "proto__",
    "nd_try",
    "x".repeat(60),
  ]);
});

test("a duplicate or reserved tool name gets a number", () => {
  expect(
    toolNames([
      ["GET", "/a", "a.b"],
      ["GET", "/b", "a b"],
      ["GET", "/c", "a-b"],
      ["GET", "/d", "return"],
    ]),
  ).toEqual(["a-b", "a-b-2", "a-b-3", "return-2"]);
  expect(toolNames([["GET", "/a", "list"]], "crm_")).toEqual(["crm_list"]);
});

test("arguments keep their name in valid characters, and duplicates get their location as prefix", () => {
  const names = new ArgumentNames();
  expect([
    names.take("id", "path"),
    names.take("id", "query"),
    names.take("id", "body"),
    names.take("body_id", "body"),
    names.take("filter[name]", "query"),
    names.take("due-date", "query"),
    names.take("due_date", "body"),
    names.take("$top", "query"),
    names.take("_links", "body"),
    names.take("日本", "query"),
    names.take("中国", "query"),
  ]).toEqual([
    "id",
    "query_id",
    "body_id",
    "body_body_id",
    "filter_name",
    "due-date",
    "body_due_date",
    "top",
    "links",
    "query",
    "query_query",
  ]);
});

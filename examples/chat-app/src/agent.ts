// The agent: it answers a question about a table with a program. It can save a table, but only
// after the user's approval.

import { defineAgent, depsOf, tool, type ToolContext } from "@ptc/subagent";
import type { SavedFiles } from "./saved-files.ts";

export interface ChatDeps {
  readonly files: SavedFiles;
}

/** An earlier question of the conversation, with the beginning of its answer. */
export interface EarlierAnswer {
  readonly question: string;
  readonly answer: string;
}

const saveTable = tool({
  description: "Saves rows as a CSV file that the user can download. Returns its path.",
  signature: "(name :string, rows [:map]) -> {path :string, rows :int}",
  needsApproval: true,
  execute: ({ name, rows }, { deps }: ToolContext<ChatDeps>) => ({
    path: deps.files.add(name, rows),
    rows: rows.length,
  }),
});

export const chatAgent = defineAgent({
  name: "table-chat",
  prompt: `{{question}}

The user asks this about the table of the CSV file {{file}}. Its columns are {{columns}}, its rows
are maps in data/rows, and data/earlier has earlier questions. Answer in one or two sentences of
text. Add a table with at most 100 rows, and a chart of at most 20 bars, if they help. Save a table
only if the user asks for it, and give the path of the saved file as saved.`,
  signature: `(question :string, file :string, columns :string, rows [:map],
     earlier [{question :string, answer :string}]) ->
    {text :string, table {columns [:string], rows [[:any]]}?,
     chart {title :string, bars [{label :string, value :float}]}?, saved :string?}`,
  depsType: depsOf<ChatDeps>(),
  tools: { "save-table": saveTable },
  maxTurns: 6,
  json: true,
});

// The prompts of an MCP server. Users choose them in their client, so their messages are passed on
// as they are; the texts of the list are bounded, and quoted on one line like those of tools.

import type { Client, GetPromptResult, Prompt } from "@modelcontextprotocol/client";
import { oneLine } from "@ptc/core/internal/errors";
import type { KnownSecrets } from "../config/credentials.ts";
import { shownDescription } from "./shown-description.ts";
import type { SourcePrompts } from "./upstream-session.ts";

const mostPrompts = 200;
const mostPages = 20;
const mostArguments = 50;
const longestName = 100;
const longestText = 500;

export function serverPrompts(
  client: Client,
  secrets: KnownSecrets,
  timeout: number,
): SourcePrompts {
  return {
    list: async (signal) => {
      const prompts: Prompt[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < mostPages && prompts.length < mostPrompts; page++) {
        const listed = await client.listPrompts(cursor === undefined ? {} : { cursor }, {
          signal,
          timeout,
          cacheMode: "refresh",
        });
        prompts.push(...listed.prompts.filter(hasPlainName));
        cursor = listed.nextCursor;
        if (cursor === undefined) break;
      }
      return secrets.hiddenIn(prompts.slice(0, mostPrompts).map(shownPrompt)) as readonly Prompt[];
    },
    get: async (name, args, signal) => {
      const found = await client.getPrompt({ name, arguments: { ...args } }, { signal, timeout });
      return secrets.hiddenIn(found) as GetPromptResult;
    },
  };
}

/** True for a short name on one line, without invisible characters. */
function hasPlainName({ name }: { readonly name: string }): boolean {
  return name.length <= longestName && oneLine(name) === name;
}

function shownPrompt({ name, title, description, arguments: args = [] }: Prompt): Prompt {
  return {
    name,
    ...(title === undefined ? {} : { title: shownDescription(title, longestName) }),
    ...shownText(description),
    arguments: args
      .filter(hasPlainName)
      .slice(0, mostArguments)
      .map((one) => ({
        name: one.name,
        ...shownText(one.description),
        ...(one.required === undefined ? {} : { required: one.required }),
      })),
  };
}

function shownText(description: string | undefined): { readonly description?: string } {
  return description === undefined
    ? {}
    : { description: shownDescription(description, longestText) };
}

// The prompts of the server: the card of the language, and those of the host.

import {
  ProtocolError,
  ProtocolErrorCode,
  type GetPromptResult,
  type Prompt,
} from "@modelcontextprotocol/server";
import type { ResolvedServerOptions } from "./options.ts";
import { cardText } from "./reference.ts";

const card = { name: "ptc-lisp", description: "How to write programs in PTC-Lisp." } as const;

interface PromptWork {
  readonly options: ResolvedServerOptions;
}

/** Lists the prompts. The card is listed even if the host's can't be. */
export async function listedPrompts({
  options: { given, onError },
}: PromptWork): Promise<Prompt[]> {
  try {
    const others = (await given.prompts?.list()) ?? [];
    return [card, ...others.filter(({ name }) => name !== card.name)];
  } catch (error) {
    onError(error);
    return [card];
  }
}

/** @throws ProtocolError without the texts of unexpected errors */
export async function promptOf(
  { options: { given, onError } }: PromptWork,
  {
    name,
    arguments: args = {},
  }: { readonly name: string; readonly arguments?: object | undefined },
  signal: AbortSignal,
): Promise<GetPromptResult> {
  if (name === card.name)
    return { messages: [{ role: "user", content: { type: "text", text: cardText() } }] };
  let found: GetPromptResult | undefined;
  try {
    found = await given.prompts?.get(name, { ...args }, signal);
  } catch (error) {
    onError(error);
    throw new ProtocolError(
      ProtocolErrorCode.InternalError,
      "the prompt can't be read now, and the server's log has the reason",
    );
  }
  if (found !== undefined) return found;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    "there is no such prompt: list the prompts for their names",
  );
}

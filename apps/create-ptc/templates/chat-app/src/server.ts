// One chat for each page. A question is a POST, and its answer a stream of events.

import type { LanguageModel } from "@ptc/llm";
import { createChat, type Chat } from "@ptc/subagent";
import { eventStreamHeaders, toEventStream } from "@ptc/subagent/streams";
import { agent, orders } from "./agent.ts";

/** Pages whose chats are kept. The oldest one is forgotten. */
const mostChats = 1_000;
const mostCharacters = 10_000;

/** Returns the handler of `POST /chat`. */
export function chatHandler(model: () => LanguageModel): (request: Request) => Promise<Response> {
  const chats = new Map<string, Chat>();
  return async (request) => {
    const asked = questionOf(await boundedText(request));
    if (asked === undefined)
      return Response.json({ error: "expected { chat, text } as JSON" }, { status: 400 });
    const chat = chats.get(asked.chat) ?? createChat(agent, { llm: model(), context: { orders } });
    chats.delete(asked.chat);
    chats.set(asked.chat, chat);
    for (const oldest of chats.keys()) {
      if (chats.size <= mostChats) break;
      chats.delete(oldest);
    }
    const stream = toEventStream(chat.events(asked.text), { signal: request.signal });
    return new Response(stream, { headers: eventStreamHeaders });
  };
}

/** Returns the body, or nothing if it is too long. */
async function boundedText({ body }: Request): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > mostCharacters) return "";
  }
  return text + decoder.decode();
}

function questionOf(body: string): { readonly chat: string; readonly text: string } | undefined {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== "object" || value === null) return undefined;
    if (!("chat" in value && "text" in value)) return undefined;
    const { chat, text } = value;
    return typeof chat === "string" && typeof text === "string" ? { chat, text } : undefined;
  } catch {
    return undefined;
  }
}

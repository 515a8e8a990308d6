// The chat of this tab, kept over reloads.

import type { UIMessageOfRun } from "@ptc/ai-sdk/ui";

export interface TableInfo {
  readonly id: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly rowCount: number;
}

export interface StoredChat {
  readonly id: string;
  readonly table: TableInfo | undefined;
  readonly messages: UIMessageOfRun[];
}

const key = "chat";
const longest = 2_000_000;

/** Returns the stored chat, or a new one. */
export function storedChat(): StoredChat {
  try {
    const text = sessionStorage.getItem(key);
    if (text !== null) return JSON.parse(text) as StoredChat;
  } catch {
    // The browser refuses storage, or another version of the page wrote it.
  }
  return { id: crypto.randomUUID(), table: undefined, messages: [] };
}

export function storeChat(chat: StoredChat): void {
  try {
    const text = JSON.stringify(chat);
    if (text.length <= longest) sessionStorage.setItem(key, text);
  } catch {
    // Without storage, the chat ends with the page.
  }
}

export function forgetChat(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // There was no storage.
  }
}

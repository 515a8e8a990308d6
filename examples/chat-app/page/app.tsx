// The page: a file, a conversation about it, and a question. `useChat` of the AI SDK keeps the
// messages; the server sends them with `createUIMessageStreamResponse`.

import { useChat } from "@ai-sdk/react";
import type { UIMessageOfRun } from "@ptc/ai-sdk/ui";
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses } from "ai";
import { useEffect, useMemo, useRef, useState } from "react";
import { Composer } from "./composer.tsx";
import { FileArea } from "./file-area.tsx";
import { Message } from "./message.tsx";
import { forgetChat, storeChat, storedChat, type TableInfo } from "./stored-chat.ts";

const suggestions = [
  "Which region sold the most?",
  "How much was ordered each month?",
  "Save the ten largest orders as a file.",
];

export function App() {
  const stored = useMemo(storedChat, []);
  const [table, setTable] = useState<TableInfo | undefined>(stored.table);
  const tableRef = useRef(table);
  tableRef.current = table;
  const transport = useMemo(
    () =>
      new DefaultChatTransport<UIMessageOfRun>({
        // The server knows the earlier messages.
        prepareSendMessagesRequest: ({ id, messages }) => ({
          body: { id, table: tableRef.current?.id, messages: messages.slice(-1) },
        }),
      }),
    [],
  );
  const chat = useChat<UIMessageOfRun>({
    id: stored.id,
    messages: stored.messages,
    transport,
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
    throttle: 30,
  });
  const { messages, status, error, sendMessage, stop, addToolApprovalResponse } = chat;
  const isBusy = status === "submitted" || status === "streaming";
  useEffect(() => {
    storeChat({ id: stored.id, table, messages });
  }, [stored.id, table, messages]);
  const end = useRef<HTMLDivElement>(null);
  const isEmpty = messages.length === 0;
  useEffect(() => {
    if (!isEmpty) end.current?.scrollIntoView({ block: "end" });
  }, [messages, isEmpty]);
  const ask = (text: string): void => {
    chat.clearError();
    void sendMessage({ text });
  };
  const startOver = (): void => {
    void stop();
    forgetChat();
    location.reload();
  };
  return (
    <div className="page">
      <header className="top">
        <h1>Ask your table</h1>
        {(table !== undefined || !isEmpty) && (
          <button type="button" className="quiet" onClick={startOver}>
            Start over
          </button>
        )}
      </header>
      <main>
        <FileArea table={table} onTable={setTable} />
        <div className="messages" role="log" aria-label="Conversation" aria-busy={isBusy}>
          {messages.map((message, index) => (
            <Message
              key={message.id}
              message={message}
              isRunning={isBusy && index === messages.length - 1}
              onDecision={(id, approved) =>
                void addToolApprovalResponse({
                  id,
                  approved,
                  ...(approved ? {} : { reason: "the user denied it" }),
                })
              }
            />
          ))}
        </div>
        {status === "submitted" && <p className="thinking">Thinking…</p>}
        {error !== undefined && (
          <div className="error" role="alert">
            <b>That didn’t work.</b> {error.message}
          </div>
        )}
        {table !== undefined && isEmpty && (
          <ul className="suggestions" aria-label="Suggested questions">
            {suggestions.map((text) => (
              <li key={text}>
                <button type="button" onClick={() => ask(text)}>
                  {text}
                </button>
              </li>
            ))}
          </ul>
        )}
        <div ref={end} className="end" />
        <Composer
          isReady={table !== undefined}
          isBusy={isBusy}
          onAsk={ask}
          onStop={() => void stop()}
        />
      </main>
    </div>
  );
}

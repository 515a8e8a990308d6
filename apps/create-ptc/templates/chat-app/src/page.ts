// The page: sends questions, and shows programs while they are written, then the answer.

import { readEventStream } from "@ptc/subagent/streams";

const form = document.querySelector("form");
const question = document.querySelector("input");
const messages = document.querySelector("#messages");
const chat = crypto.randomUUID();

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  if (question === null || question.value.trim() === "") return;
  const text = question.value;
  question.value = "";
  void answer(text);
});

async function answer(text: string): Promise<void> {
  const box = document.createElement("article");
  const asked = element("strong", text);
  const program = element("pre", "");
  const result = element("p", "…");
  program.hidden = true;
  box.append(asked, program, result);
  messages?.append(box);
  const connect = (init: RequestInit): Promise<Response> =>
    fetch("/chat", {
      ...init,
      method: "POST",
      headers: {
        ...Object.fromEntries(new Headers(init.headers)),
        "content-type": "application/json",
      },
      body: JSON.stringify({ chat, text }),
    });
  try {
    for await (const event of readEventStream(connect)) {
      if (event.type === "model-delta" && event.data.kind === "program") {
        program.hidden = false;
        program.textContent += event.data.text;
      }
      if (event.type === "mission-end")
        result.textContent = event.data.ok
          ? JSON.stringify(event.data.return)
          : "There is no answer. Ask in another way.";
    }
  } catch {
    result.textContent = "The connection was lost. Ask again.";
  }
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

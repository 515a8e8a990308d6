// Adds a button to each code block that copies its text.

for (const block of document.querySelectorAll<HTMLPreElement>("pre.astro-code")) {
  const frame = document.createElement("div");
  frame.className = "code-block";
  block.replaceWith(frame);
  const button = document.createElement("button");
  button.type = "button";
  button.className = "code-copy";
  button.textContent = "Copy";
  button.addEventListener("click", () => {
    void navigator.clipboard.writeText(block.textContent.trimEnd()).then(() => {
      button.textContent = "Copied";
    });
  });
  frame.append(block, button);
}

// A table that is wider than the page scrolls; with the keyboard, only if it can have the focus.
for (const table of document.querySelectorAll<HTMLTableElement>(".sl-markdown-content table"))
  if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;

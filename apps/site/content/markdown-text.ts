// Reads and changes Markdown without touching its code: the title, the first paragraph, and the
// targets of links and images.

/** A link or image in Markdown. */
export interface MarkdownLink {
  readonly target: string;
  readonly isImage: boolean;
}

/** Splits a text into prose and fenced code; `isCode` pieces start and end with their fence. */
function pieces(markdown: string): readonly { readonly text: string; readonly isCode: boolean }[] {
  const found: { text: string; isCode: boolean }[] = [];
  let fence: string | undefined;
  for (const line of markdown.split(/(?<=\n)/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    const opens = fence === undefined && mark !== undefined;
    const closes = fence !== undefined && mark !== undefined && mark.startsWith(fence);
    if (opens) fence = mark;
    const isCode = fence !== undefined;
    const last = found.at(-1);
    if (last?.isCode === isCode && !opens) last.text += line;
    else found.push({ text: line, isCode });
    if (closes) fence = undefined;
  }
  return found;
}

/** Returns the text with new targets for its links and images, outside code. */
export function withLinks(markdown: string, replaced: (link: MarkdownLink) => string): string {
  const codeOrLink =
    /(?<run>`+)[^`](?:[^`]|(?!\k<run>)`+)*?\k<run>(?!`)|(?<mark>!?)\[(?<text>(?:`[^`]*`|[^[\]`])*)\]\((?<target>[^()\s]+)\)/g;
  const reference = /^\[(?<name>[^\]]+)\]: (?<target>\S+)$/gm;
  return pieces(markdown)
    .map(({ text, isCode }) =>
      isCode
        ? text
        : withImageLinks(text, codeOrLink, replaced).replaceAll(
            reference,
            (_, name: string, target: string) =>
              `[${name}]: ${replaced({ target, isImage: false })}`,
          ),
    )
    .join("");
}

function withImageLinks(
  prose: string,
  codeOrLink: RegExp,
  replaced: (link: MarkdownLink) => string,
): string {
  return prose.replaceAll(
    codeOrLink,
    (whole, run: string | undefined, mark: string, text: string, target: string) =>
      run === undefined
        ? `${mark}[${text}](${replaced({ target, isImage: mark === "!" })})`
        : whole,
  );
}

/** Returns the text without lines that are comments, which mark generated parts. */
function withoutComments(markdown: string): string {
  return pieces(markdown)
    .map(({ text, isCode }) => (isCode ? text : text.replaceAll(/^<!--.*-->\n+/gm, "")))
    .join("");
}

/** Returns the first heading as plain text, and the text without it and without notices. */
export function titleAndBody(markdown: string): { readonly title: string; readonly body: string } {
  const text = withoutComments(markdown.replaceAll("\r\n", "\n"));
  const heading = /^# (.+)\n+/.exec(text);
  if (heading === null) throw new Error(`the document has no title: ${text.slice(0, 80)}`);
  return { title: plain(heading[1] ?? ""), body: text.slice(heading[0].length) };
}

/** Returns a paragraph of text, code spans and links as HTML. */
export function inlineHtml(markdown: string, addressOf: (target: string) => string): string {
  return markdown
    .replaceAll(/\s+/g, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(/`([^`]+)`/g, "<code>$1</code>")
    .replaceAll(
      /\[([^\]]+)\]\(([^)]+)\)/g,
      (_, text: string, target: string) =>
        `<a href="${addressOf(target).replaceAll('"', "%22")}">${text}</a>`,
    );
}

/** Returns the first paragraph as plain text of at most 200 characters, cut after a sentence. */
export function summaryOf(body: string): string {
  const paragraph = body
    .split(/\n{2,}/)
    .find((block) => /^[\p{L}`[*"]/u.test(block) && !block.startsWith("```"));
  const text = plain((paragraph ?? "").replaceAll("\n", " "));
  if (text.length <= 200) return text;
  const sentences = text.slice(0, 200).lastIndexOf(". ");
  return sentences > 40 ? text.slice(0, sentences + 1) : `${text.slice(0, 197).trimEnd()}…`;
}

function plain(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\*\*|(?<!\w)\*|\*(?!\w)|`/g, "")
    .trim();
}

// Sources and files of an answer.

import type { Chunk } from "./chunk.ts";
import type { UIAttachment } from "./ui-message.ts";

const safeUrl = /^(?:https?:\/\/|data:)/i;
const most = 1_000;

/** Returns the chunks. Leaves out addresses that a browser could run, such as `javascript:`. */
export function attachmentChunks(
  attachments: readonly UIAttachment[],
  next: () => number,
): Chunk[] {
  return attachments
    .slice(0, most)
    .filter(({ url }) => safeUrl.test(url))
    .map((attachment): Chunk => {
      const { url } = attachment;
      if (attachment.type === "file") return { type: "file", url, mediaType: attachment.mediaType };
      const { title } = attachment;
      const sourceId = `source-${String(next())}`;
      return { type: "source-url", sourceId, url, ...(title === undefined ? {} : { title }) };
    });
}

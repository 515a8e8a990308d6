// Reads standard input as text.

import { LoadError, fileProblem } from "@ptc/core/internal/host";
import { decodedText } from "@ptc/core/internal/node";
import type { Host } from "../terminal/host.ts";

/** Returns the text of standard input. @throws LoadError */
export async function readStandardInput(
  host: Pick<Host, "input">,
  purpose: string,
): Promise<string> {
  const shown = `${purpose} on standard input`;
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of host.input) chunks.push(Buffer.from(chunk as Uint8Array));
  } catch (error) {
    throw new LoadError(`${shown}: ${fileProblem(error)}`);
  }
  return decodedText(Buffer.concat(chunks), shown);
}

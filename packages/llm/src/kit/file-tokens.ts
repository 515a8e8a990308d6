// Estimates how many tokens a file in a message takes. Providers count pixels, pages and seconds,
// which aren't known here, so these are rules of thumb that rather overestimate.
//
//   image/*             1,500: the usual cost of a large picture
//   text/*, JSON, XML   a token for four bytes
//   audio/*, video/*    a token for 500 bytes
//   everything else     2,000 for each page; a page for each 100,000 bytes begun, at most 100 pages
//
// A file given as a URL counts as one of a million bytes.

import type { FilePart } from "../contract/file-part.ts";

const tokensOfImage = 1_500;
const bytesPerToken = 4;
const mediaBytesPerToken = 500;
const tokensOfPage = 2_000;
const bytesOfPage = 100_000;
const mostPages = 100;
const unknownBytes = 1_000_000;

const textTypes = /^text\/|[/+](?:json|xml|yaml|csv|javascript)$/;

export function estimateFileTokens(part: FilePart): number {
  const type = part.mediaType.toLowerCase();
  if (type.startsWith("image/")) return tokensOfImage;
  const bytes = bytesOf(part);
  if (textTypes.test(type)) return Math.ceil(bytes / bytesPerToken);
  if (/^(?:audio|video)\//.test(type)) return Math.ceil(bytes / mediaBytesPerToken);
  const pages = Math.min(mostPages, Math.max(1, Math.ceil(bytes / bytesOfPage)));
  return pages * tokensOfPage;
}

function bytesOf({ data }: FilePart): number {
  if (data === undefined) return unknownBytes;
  return typeof data === "string" ? Math.floor((data.length * 3) / 4) : data.byteLength;
}

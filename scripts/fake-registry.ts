// A local registry for tests of fetching: packages with a few files each, served like npm's
// registry. It can report one hash and serve another package.
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { integrityOf } from "./tarball.mjs";

/** One entry of a tarball: a file unless its type says otherwise. */
export interface Entry {
  readonly path: string;
  readonly text?: string;
  readonly mode?: number;
  readonly type?: string;
}

/** Returns a tarball in the tar format. */
export function tarballOf(entries: readonly Entry[]): Buffer {
  const blocks = entries.flatMap(({ path, text = "", mode = 0o644, type = "0" }) => {
    const content = Buffer.from(text);
    const header = Buffer.alloc(512);
    header.write(path, 0, 100);
    header.write(mode.toString(8).padStart(7, "0"), 100);
    header.write(content.length.toString(8).padStart(11, "0"), 124);
    header.write("00000000000", 136);
    header.write("        ", 148);
    header.write(type, 156);
    header.write("ustar\u000000", 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, "0")}\u0000 `, 148);
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

/** The registry's metadata of a package, published a month ago, and the served tarball. */
export interface Offer {
  readonly name: string;
  readonly version: string;
  readonly served: Buffer;
  /** The hash that the registry reports; by default that of the served tarball. */
  readonly integrity?: string;
}

/** Serves the current offers; `requests` contains the requested paths. */
export async function startRegistry() {
  const offers = new Map<string, Offer>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    requests.push(path);
    const offer = offers.get(path.slice(1).replace(/\/-\/.*$/, ""));
    if (offer === undefined) response.writeHead(404).end("{}");
    else if (path.endsWith(".tgz")) response.end(offer.served);
    else response.end(JSON.stringify(metadataOf(offer, url)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
  return {
    url,
    requests,
    offer: (offer: Offer) => void offers.set(offer.name, offer),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function metadataOf(
  { name, version, served, integrity = integrityOf(served) }: Offer,
  url: string,
) {
  const dist = { tarball: `${url}${name}/-/package-${version}.tgz`, integrity };
  return {
    name,
    "dist-tags": { latest: version },
    versions: { [version]: { name, version, dist } },
    time: { [version]: new Date(Date.now() - 30 * 24 * 60 * 60_000).toISOString() },
  };
}

// Reads a package's tarball: its hash and its files. A tarball is read only after its hash has been
// verified, so this reader supports what npm packs and rejects the rest.
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

const BLOCK = 512;

/**
 * Returns the hash as lockfiles write it.
 * @param {Buffer} tarball
 */
export function integrityOf(tarball) {
  return `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
}

/**
 * Writes the wanted files of a tarball into a folder, without their common top folder.
 * @param {Buffer} tarball
 * @param {string} folder
 * @param {RegExp} wanted matches paths such as "bin/node"
 * @returns {Promise<Record<string, number>>} the size of each file written, by its path
 */
export async function extract(tarball, folder, wanted) {
  /** @type {Record<string, number>} */
  const sizes = {};
  for (const { path, mode, content } of filesOf(await promisify(gunzip)(tarball))) {
    if (!wanted.test(path)) continue;
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content, { mode: (mode & 0o111) === 0 ? 0o644 : 0o755 });
    sizes[path] = content.length;
  }
  return sizes;
}

/**
 * @param {Buffer} archive in the format of tar, POSIX.1-2001
 * @returns {Generator<{ path: string, mode: number, content: Buffer }, void>}
 */
function* filesOf(archive) {
  /** @type {string | undefined} */
  let longPath;
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0;) {
    const header = archive.subarray(at, at + BLOCK);
    const size = Number.parseInt(textOf(header, 124, 12), 8);
    const content = archive.subarray(at + BLOCK, at + BLOCK + size);
    if (content.length !== size) throw new Error("the tarball ends in the middle of a file");
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    const type = textOf(header, 156, 1);
    if (type === "x") {
      longPath = /^\d+ path=(.*)$/m.exec(content.toString("utf8"))?.[1];
    } else if (type === "" || type === "0") {
      const prefix = textOf(header, 345, 155);
      const name = textOf(header, 0, 100);
      const whole = longPath ?? (prefix === "" ? name : `${prefix}/${name}`);
      longPath = undefined;
      const path = whole.split("/").slice(1).join("/");
      if (path === "" || path.split(/[/\\]/).includes(".."))
        throw new Error(`the tarball contains a file outside a folder: ${whole}`);
      yield { path, mode: Number.parseInt(textOf(header, 100, 8), 8), content };
    } else if (type !== "5" && type !== "g") {
      throw new Error(
        `the tarball contains an entry that is not a file: ${textOf(header, 0, 100)}`,
      );
    }
  }
}

/**
 * Returns a field of a header, up to its first zero byte.
 * @param {Buffer} header @param {number} start @param {number} length
 */
function textOf(header, start, length) {
  const [text = ""] = header.toString("utf8", start, start + length).split("\0");
  return text;
}

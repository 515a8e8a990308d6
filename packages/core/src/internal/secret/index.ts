// `@ptc/core/internal/secret`: secrets of the host for Web Crypto, for the packages of this
// repository. Versioning doesn't cover these names: they can change in any release.

export { aesKey, base64Of, bytesOfBase64, secretBytes, shortestSecret, utf8Of } from "./aes-key.ts";
export type { WebKey } from "./aes-key.ts";

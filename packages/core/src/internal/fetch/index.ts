// `@ptc/core/internal/fetch`: requests with bounds, for the packages of this repository. Versioning
// doesn't cover these names: they can change in any release.

export { boundedFetch } from "./bounded-fetch.ts";
export type { Fetch } from "./bounded-fetch.ts";
export { eventFrames } from "./event-frames.ts";
export { SecretTexts } from "./secret-texts.ts";
export type { FetchBounds } from "./body-limit.ts";
export { RedirectError, ResponseBoundError, boundErrorIn } from "./response-bound-error.ts";
export type { ResponseBound } from "./response-bound-error.ts";

// `@ptc/core/errors`: what errors of all packages share.

export { OptionError } from "./option-error.ts";
export { didYouMean, nearestNames } from "./nearest-names.ts";
export { excerptAt, positionAt } from "./source-position.ts";

// `@ptc/subagent/internal/runs`: what other packages that keep runs need.

export { HiddenData, withoutFirewalled } from "./clear-data.ts";

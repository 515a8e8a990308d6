// The views of `ptc trace` besides the tree.

export const traceViews = ["summary", "slowest", "timeline", "tools", "compare", "export"] as const;

export type TraceView = (typeof traceViews)[number];

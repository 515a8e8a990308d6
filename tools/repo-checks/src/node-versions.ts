// The Nodes that packages and programs are tried on, fetched from npm.

/** The newest of each line that is supported. */
export const nodeVersions = ["22.23.3", "24.21.0"];

/** Portable packages run on the old one too. */
export const nodeVersionForPortable = "20.20.2";

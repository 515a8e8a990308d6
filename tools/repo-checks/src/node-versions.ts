// The Nodes that packages and programs are tried on, fetched from npm.

/** The newest of each line that is supported. */
export const nodeVersions = ["22.23.3", "24.21.0"];

/** The oldest that packages run on whose `engines` say 20.19. */
export const oldestNodeVersion = "20.19.0";

// The Node versions on which packages and programs are tested, fetched from npm.

/** The newest version of each supported line. */
export const nodeVersions = ["22.23.3", "24.21.0"];

/** The oldest version for packages whose `engines` say 20.19. */
export const oldestNodeVersion = "20.19.0";

/** The versions of Node.js that are tested beside 20.19, the floor, on which everyday work happens. */
export const OTHER_NODE_VERSIONS = ['22', '24'];

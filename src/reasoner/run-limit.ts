/** The range of time limits for work on a request, in milliseconds. */
export const RUN_LIMIT_MS = { min: 1, max: 3_600_000 };

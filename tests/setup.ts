import { setDefaultTimeout } from 'bun:test';

/** Some tests start real programs; on a busy machine they need more than Bun's 5 seconds. */
setDefaultTimeout(120_000);

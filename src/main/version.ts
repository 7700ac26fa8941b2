import manifest from '../../package.json' with { type: 'json' };

/** The version that all services and the command report. */
export const VERSION: string = manifest.version;

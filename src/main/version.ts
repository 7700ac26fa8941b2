import manifest from '../../package.json' with { type: 'json' };

/** The version every service and the command report. */
export const VERSION: string = manifest.version;

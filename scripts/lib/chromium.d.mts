// Types of chromium.mjs.
export const chromiumPath: string;
export const chromiumArguments: readonly string[];

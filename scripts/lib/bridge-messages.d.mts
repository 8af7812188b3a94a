// Types of bridge-messages.mjs.
export const hello: Readonly<Record<string, unknown>>;
export const status: Readonly<Record<string, unknown>>;

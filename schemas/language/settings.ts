/**
 * Keys of settings (§2.12). A group with `each` holds for every one of a registry: `audit.mode.purchaseOrder` is the value for purchase
 * orders, `audit.mode` that of documents without one of their own.
 */

/** The key without its last part: what holds where no value is given for this one. */
export const commonKey = (key: string): string => key.slice(0, Math.max(0, key.lastIndexOf('.')));
/** The key that holds for one document. */
export const keyFor = (key: string, code: string): string => `${key}.${code}`;

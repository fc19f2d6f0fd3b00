/** Addresses and limits of the specification that every call shares. */
export const BASE = '/v2';
/** `{product}` of the specification's paths */
export const PRODUCT = 'mes';
export const API = `${BASE}/api/${PRODUCT}`;
export const TIMEOUT_MS = 180_000;

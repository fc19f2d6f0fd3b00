/** One origin: pages under `/v2/`, calls under `/v2/api/{product}` with the specification's product, `mes`. */
export const PAGES = '/v2/';
export const PRODUCT = 'mes';
export const API = `/v2/api/${PRODUCT}`;

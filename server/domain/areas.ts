/** The areas of the shipped objects; one a line, sorted. */
export { demo } from './demo';
export { device } from './device';
export { document } from './document';
export { energy } from './energy';
export { factory } from './factory';
export { flow } from './flow';
export { iot } from './iot';
export { out } from './out';
export { production } from './production';
export { purchase } from './purchase';
export { sales } from './sales';
export { spare } from './spare';
export { stock } from './stock';
export { system } from './system';

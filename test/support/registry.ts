/** The shipped documents, resolved once a worker, with what they ask of the server: its functions and services. */
import { shippedRegistry } from '../../server/compose';
import type { Registry } from '../../server/registry/registry';

let shipped: Registry | undefined;
export const systemRegistry = (): Registry => {
  shipped ??= shippedRegistry();
  return shipped;
};

/** The shipped documents, resolved once a worker. */
import { buildRegistry, type Registry } from '../../server/registry/registry';

let shipped: Registry | undefined;
export const systemRegistry = (): Registry => {
  shipped ??= buildRegistry();
  return shipped;
};

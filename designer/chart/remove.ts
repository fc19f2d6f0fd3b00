/** Away with what is chosen: dims and measures with what shows them, everything else as it stands. */
import { removeDataset, removeEntries } from '../commands/index';
import type { Command } from '../document/state';

export const removeCharted: Command<{ readonly addresses: readonly string[] }> = (state, { addresses }) => {
  const [first] = addresses;
  return first !== undefined && /^(dims|measures)\.[^.]+$/.test(first)
    ? removeDataset(state, { address: first })
    : removeEntries(state, { addresses });
};

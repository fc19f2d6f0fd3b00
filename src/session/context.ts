/** The stores of the shell, for its own components; pages get a Host instead. */
import { createContext, useContext } from 'react';
import type { SessionStore } from './session';
import type { TabStore } from './tabs';

export interface Stores {
  readonly session: SessionStore;
  readonly tabs: TabStore;
}
export const SessionContext = createContext<Stores | null>(null);

export const useStores = (): Stores => {
  const stores = useContext(SessionContext);
  if (stores === null) throw new Error('no SessionContext above');
  return stores;
};

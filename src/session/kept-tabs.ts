/** The open tabs, kept for the browser tab with the titles their pages gave them, so that a reload brings them back. */
import { autorun } from 'mobx';
import type { KeptTab, TabStore } from './tabs';

const KEPT = 'millwright.tabs';
const MOST = 20;

/** Writes them whenever an address or a title changes; answers how to stop. */
export const keepTabs = (tabs: TabStore): (() => void) =>
  autorun(() => {
    const kept: readonly KeptTab[] = tabs.tabs.filter((tab) => !tab.fixed).map(({ url, title }) => ({ url, title }));
    sessionStorage.setItem(KEPT, JSON.stringify(kept.slice(-MOST)));
  });

export const keptTabs = (): readonly KeptTab[] => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(kept) ? (kept as readonly KeptTab[]) : [];
  } catch {
    return [];
  }
};

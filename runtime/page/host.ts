/** What the shell lends to a page: opening other pages, its own tab, messages, the session. So the runtime never imports `src`. */
import { createContext, useContext } from 'react';
import type { Me } from '../../schemas/language/env';
import type { Value } from '../../schemas/language/value';
import type { Offer } from './choose';

export interface Feedback {
  /** quiet toasts of 2,500 ms */
  success(text: string): void;
  error(text: string): void;
  warning(text: string): void;
  /** dialog 提示 with 确定/取消; the text names the thing and the consequence */
  confirm(text: string, options?: { readonly danger?: boolean; readonly title?: string }): Promise<boolean>;
  /** one of several things: its place in the list; null = given up */
  choose(question: string, offers: readonly Offer[]): Promise<number | null>;
}
export interface HostSession {
  readonly me: Me;
  /** function code or field group */
  can(right: string): boolean;
  /** setting by key; undefined = not known to the browser */
  sys(key: string): Value | undefined;
  /** name of the terminal this browser is; absent = it is none */
  readonly station?: string | undefined;
  /** rows of a page when the user chose nothing (specification §9) */
  readonly listDataShowNum: number | undefined;
  /** the server's clock: milliseconds since 1970 */
  now(): number;
}
export interface Host {
  /** `/oms/purchase/order/edit?id=…`, without the base path; opens or shows its tab */
  openPage(url: string, title?: string): void;
  /** `toOpener`: the page it was opened from comes to the front, not the one beside it */
  closePage(options?: { readonly toOpener?: boolean }): void;
  /** the dot on the tab and the question when leaving */
  setDirty(dirty: boolean): void;
  setTitle(text: string): void;
  /** query of this page, kept by its tab and shown in the address while the tab is in front */
  readonly params: URLSearchParams;
  setParams(params: URLSearchParams, options?: { readonly replace?: boolean }): void;
  /** false while the page lies behind another tab */
  readonly active: boolean;
  /** a drawer, a dialog or a face over or in another page, which says the title */
  readonly inWindow?: boolean;
  /** address of a page code (`purchaseOrder#detail`) if a menu of the user has it */
  urlOf(page: string): string | undefined;
  readonly feedback: Feedback;
  readonly session: HostSession;
}

export const HostContext = createContext<Host | null>(null);

/** Only inside a page host. */
export const useHost = (): Host => {
  const host = useContext(HostContext);
  if (host === null) throw new Error('no HostContext above');
  return host;
};

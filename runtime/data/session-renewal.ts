/** A session that is over comes back: by one refresh of its token for all tabs, or by a new sign-in over the page. */
import type { HttpHost, Tokens } from './http-host';
import { createSignal, type Signal } from './signal';
import { withTabLock } from './tab-lock';

/** bumped when there is a session again: a token was renewed, or the user signed in anew over the page */
export const sessionBack: Signal = createSignal();

export interface Renewal {
  /** one at a time; true = there is another token than `used` now */
  refresh(used: string | null): Promise<boolean>;
  /** true = the same user signed in again */
  back(): Promise<boolean>;
}

/** `renew` asks the server for new tokens; undefined = it gives none. */
export const sessionRenewal = (
  host: HttpHost,
  renew: (refreshToken: string) => Promise<Tokens | undefined>,
): Renewal => {
  let refreshing: Promise<boolean> | undefined;
  const refresh = (used: string | null): Promise<boolean> => {
    refreshing ??= withTabLock('millwright.refresh', async () => {
      const now = host.token();
      if (now !== null && now !== used) return true;
      const refreshToken = host.refreshToken();
      if (refreshToken === null) return false;
      const tokens = await renew(refreshToken);
      if (!tokens?.access_token) return false;
      host.saveTokens(tokens);
      return true;
    })
      .catch(() => false)
      .then(told)
      .finally(() => {
        refreshing = undefined;
      });
    return refreshing;
  };

  const back = async (): Promise<boolean> => told((await host.signInAgain?.()) === true);
  return { refresh, back };
};

const told = (isBack: boolean): boolean => {
  if (isBack) sessionBack.bump();
  return isBack;
};

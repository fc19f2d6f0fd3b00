/** The way over DingTalk: to its page and back with a code, or by the code of the messenger this page is open in. */
import { http } from '../../../runtime/data/http';
import { isMessenger } from '../../session/host';
import type { SignedIn } from '../../session/tokens';
import type { Init } from './calls';

const OPEN = { open: true, quiet: true } as const;
const BEGUN = 'millwright.ding';
interface Begun {
  readonly verifier: string;
  /** where somebody wanted to go before he was sent away */
  readonly redirect: string | null;
}
/** the bridge of the messenger, where it gives one to its pages */
interface Bridge {
  readonly runtime?: {
    readonly permission?: {
      requestAuthCode?(asked: {
        readonly corpId: string;
        readonly onSuccess: (answer: { readonly code: string }) => void;
        readonly onFail: () => void;
      }): void;
    };
  };
}

/** The company this page signs in for: named in the address, else the only one there is. */
export const corpOf = (init: Init, query: URLSearchParams): string | null =>
  init.ding?.enabled === true ? (query.get('corpid') ?? init.ding.corpId ?? null) : null;

/** Whether nobody is asked: inside the messenger, by its address or by the setting. */
export const isAuto = (init: Init, query: URLSearchParams): boolean =>
  isMessenger() && (query.get('isding') === '1' || init.ding?.auto === true);

export interface Returned {
  readonly corpId: string;
  readonly code: string;
  readonly state: string;
}
/** What the provider's page brought back; it leaves the address at once, the way somebody wanted to go comes back into it. */
export const takeReturned = (): Returned | null => {
  const query = new URLSearchParams(location.search);
  const [corpId, code, state] = [query.get('corpid'), query.get('code') ?? query.get('authCode'), query.get('state')];
  if (corpId === null || code === null || state === null) return null;
  const { redirect } = begun() ?? {};
  const rest = redirect ? `?redirect=${encodeURIComponent(redirect)}` : '';
  history.replaceState(history.state, '', `${location.pathname}${rest}`);
  return { corpId, code, state };
};
const begun = (): Begun | null => JSON.parse(sessionStorage.getItem(BEGUN) ?? 'null') as Begun | null;

/** Leaves for the provider's page. */
export const leaveForDing = async (corpid: string): Promise<void> => {
  const { authUrl, verifier } = await http.get<{ readonly authUrl: string; readonly verifier: string }>(
    '/sys/dingLogin',
    { ...OPEN, params: { corpid } },
  );
  const redirect = new URLSearchParams(location.search).get('redirect');
  sessionStorage.setItem(BEGUN, JSON.stringify({ verifier, redirect } satisfies Begun));
  location.assign(authUrl);
};
export const enterReturned = ({ corpId, code, state }: Returned): Promise<SignedIn> => {
  const verifier = begun()?.verifier ?? '';
  sessionStorage.removeItem(BEGUN);
  return http.get('/sys/dingLogin', { ...OPEN, params: { corpid: corpId, code, state, verifier } });
};

/** Inside the messenger: signed in by its code; null where it gives its pages none. */
export const enterMessenger = async (corpId: string): Promise<SignedIn | null> => {
  const ask = (window as { readonly dd?: Bridge }).dd?.runtime?.permission?.requestAuthCode;
  if (ask === undefined) return null;
  const code = await new Promise<string | null>((done) =>
    ask({ corpId, onSuccess: (answer) => done(answer.code), onFail: () => done(null) }),
  );
  return code === null ? null : http.get('/sys/signddingh5', { ...OPEN, params: { code, corpId } });
};

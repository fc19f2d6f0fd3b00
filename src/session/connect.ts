/** Ties the http client to this application: tokens from storage, toasts by whoever can show them, the way to the sign-in page. */
import { BASE } from '../../runtime/data/base';
import { connectHttp } from '../../runtime/data/http';
import { offlineQueue } from '../../runtime/data/offline-queue';
import { isBoard, isPhone, isScreen, isWall } from '../routes/public';
import { screenKey } from '../screens/wall-board/key';
import { appMark } from './host';
import { askSignIn } from './sign-in-again';
import { clearSession } from './storage';
import { accessToken, forgetTokens, hasSession, lateToken, refreshToken, saveTokens } from './tokens';

const LONGEST_SEND = 5_000;
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

type Toast = (text: string) => void;
let toast: Toast = () => undefined;
let isUnsaved: () => boolean = () => false;
let leaving = false;

/** The shell says whether something unsaved stands in its pages. */
export const setUnsaved = (next: () => boolean): void => {
  isUnsaved = next;
};

/** The shell registers antd's message here; before that errors are shown by the screens themselves. */
export const setToast = (next: Toast): void => {
  toast = next;
};

export const connectSession = (): void =>
  connectHttp({
    token: accessToken,
    lateToken,
    refreshToken,
    saveTokens,
    appMark,
    toast: (text) => toast(text),
    screen: () => {
      if (!isScreen(currentPath()) && !isWall(currentPath())) return null;
      const key = screenKey(boardPath(currentPath()));
      return key ?? (hasSession() ? null : '-');
    },
    signInAgain: async () => {
      if (leaving || isBoard(currentPath()) || !isUnsaved()) return false;
      forgetTokens();
      return askSignIn();
    },
    signedOut: () => {
      if (leaving || staysOut(currentPath())) return;
      leaving = true;
      const leave = (): void => {
        clearSession();
        location.assign(signInUrl(currentPath() + location.search));
      };
      // what was done without network may still be sent in this session; the toast stays readable for a moment before the page goes
      const sent = Promise.race([offlineQueue.send(), pause(LONGEST_SEND)]);
      void Promise.all([sent, pause(900)]).then(leave, leave);
    },
  });

/** Boards go on without a session; on a phone only those of a key do. */
const staysOut = (path: string): boolean => isBoard(path) && !(isPhone(path) && screenKey(boardPath(path)) === null);
const boardPath = (path: string): string => path.replace(/\/+$/, '');

/** `/v2/login?redirect=…` with the intended path kept; without one it is the plain address. */
export const signInUrl = (path?: string): string =>
  path === undefined || path === '' || path === '/' || path.startsWith('/login')
    ? `${BASE}/login`
    : `${BASE}/login?redirect=${encodeURIComponent(path)}`;

/** path inside the base, `/home` */
export const currentPath = (): string =>
  location.pathname.startsWith(BASE) ? location.pathname.slice(BASE.length) || '/' : location.pathname;

/** a redirect is followed only inside the application */
export const safeRedirect = (path: string | null): string =>
  path?.startsWith('/') && !path.startsWith('//') && !path.startsWith('/login') ? path : '/home';

/** `/screen/<board>`: a public board on a screen without sign-in. It never goes to the sign-in page; what it showed last stays. */
// the patch comes before any other antd import: without it antd 5 shows no messages on React 19
import '@ant-design/v5-patch-for-react-19';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { HttpError, http } from '../../../runtime/data/http';
import { createQueryClient } from '../../../runtime/data/query-client';
import { type Host, HostContext, type HostSession, usePage } from '../../../runtime/page/index';
import { ROOMS, RoomsContext } from '../../../runtime/pages/index';
import { SCREEN } from '../../routes/public';
import { Splash } from '../../Splash';
import { currentPath } from '../../session/connect';
import { ThemeProvider } from '../../theme/ThemeProvider';
import styles from './board.module.css';

const BoardPage = lazy(() => import('../../../runtime/board/index').then((module) => ({ default: module.BoardPage })));

/** how often the right to show the board is looked at again, and how soon after it was refused */
const ASK_MS = 60_000;
const RETRY_MS = 15_000;

interface ScreenInit {
  readonly orgName: string;
  readonly serverTime: number;
}

export const OpenBoard = () => {
  const [queries] = useState(createQueryClient);
  const code = decodeURIComponent(currentPath().slice(SCREEN.length).replace(/\/+$/, ''));
  return (
    <ThemeProvider>
      <QueryClientProvider client={queries}>
        <Entered code={code} />
      </QueryClientProvider>
    </ThemeProvider>
  );
};

const Entered = ({ code }: { readonly code: string }) => {
  const init = useQuery({
    queryKey: ['screen', code],
    queryFn: () => http.get<ScreenInit>('/screen/init', { quiet: true }),
    refetchInterval: ({ state }) => (state.error === null ? ASK_MS : RETRY_MS),
  });
  const skew = init.data === undefined ? 0 : init.data.serverTime - init.dataUpdatedAt;
  const host = useMemo(() => hostOf(skew), [skew]);
  if (init.data === undefined) return init.error === null ? <Splash /> : <Refused isKnown={isRefusal(init.error)} />;
  return (
    <HostContext value={host}>
      {isRefusal(init.error) && (
        <p className={styles.over} role="alert">
          授权已失效，请联系管理员
        </p>
      )}
      <RoomsContext value={ROOMS}>
        <Shown code={code} />
      </RoomsContext>
    </HostContext>
  );
};

const Shown = ({ code }: { readonly code: string }) => {
  const state = usePage(`${code}#board`);
  if (state.status === 'error') return <Refused isKnown={isRefusal(state.error)} />;
  if (state.status === 'loading' || state.page.board === undefined) return <Splash />;
  return (
    <Suspense fallback={<Splash />}>
      <BoardPage page={state.page} alone />
    </Suspense>
  );
};

const isRefusal = (error: Error | null): boolean => error instanceof HttpError && [401, 403, 404].includes(error.code);

const Refused = ({ isKnown }: { readonly isKnown: boolean }) => (
  <main className={styles.refused} role="alert">
    <h1>{isKnown ? '大屏未授权' : '连接不上服务器'}</h1>
    <p>{isKnown ? '请向管理员索取访问地址，或请他确认地址没有过期、停用' : '正在重试'}</p>
  </main>
);

const NOBODY: HostSession['me'] = {
  id: '',
  name: '',
  employee: null,
  dept: null,
  depts: [],
  team: null,
  roles: [],
  org: '',
  super: false,
};
const hostOf = (skew: number): Host => ({
  openPage: () => undefined,
  closePage: () => undefined,
  setDirty: () => undefined,
  setTitle: (text) => {
    document.title = text;
  },
  params: new URLSearchParams(location.search),
  setParams: () => undefined,
  active: true,
  urlOf: () => undefined,
  feedback: {
    success: () => undefined,
    error: () => undefined,
    warning: () => undefined,
    confirm: async () => false,
    choose: async () => null,
  },
  session: {
    me: NOBODY,
    can: () => false,
    sys: () => undefined,
    listDataShowNum: undefined,
    now: () => Date.now() + skew,
  },
});

// the patch comes before any other antd import: without it antd 5 shows no messages on React 19
import '@ant-design/v5-patch-for-react-19';
import { QueryClientProvider } from '@tanstack/react-query';
import { App } from 'antd';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, useState } from 'react';
import { BrowserRouter } from 'react-router';
import { BASE } from '../runtime/data/base';
import { createQueryClient } from '../runtime/data/query-client';
import { anyUnsaved } from '../runtime/page/unsaved';
import { ROOMS, RoomsContext } from '../runtime/pages/index';
import { IdleGuard } from './layout/IdleGuard';
import { Layout } from './layout/Layout';
import { SlowBar } from './layout/SlowBar';
import { useFeedback } from './layout/use-feedback';
import { Splash } from './Splash';
import { StartFailed } from './StartFailed';
import { SignInAgain } from './screens/login/SignInAgain';
import { ChangePassword } from './screens/password/lazy';
import { setToast, setUnsaved } from './session/connect';
import { SessionContext, type Stores } from './session/context';
import { plainPath } from './session/menus';
import { SessionStore } from './session/session';
import { TabStore } from './session/tabs';
import { ThemeProvider } from './theme/ThemeProvider';
import { Warm } from './theme/Warm';

/** a window of its own: no menu, no tabs; by its address, or a page that is a selection dialog */
const WindowSelect = lazy(() =>
  import('./screens/select/WindowSelect').then((module) => ({ default: module.WindowSelect })),
);
const selectionAt = (session: SessionStore): URLSearchParams | undefined => {
  const path = plainPath(window.location.pathname.slice(BASE.length));
  const params = new URLSearchParams(window.location.search);
  if (path === '/windowSelect/index') return params;
  const route = session.route(path);
  if (route?.select !== true) return undefined;
  params.delete('pick');
  params.set('obj', route.page);
  return params;
};

dayjs.locale('zh-cn');

/** with what the application alone draws */
const LENT = {
  ...ROOMS,
  WallPreview: lazy(() =>
    import('./screens/wall-board/WallPreview').then((module) => ({ default: module.WallPreview })),
  ),
};

/** Everything behind the sign-in: made once, gone with the page load that signing out causes. */
export const Shell = () => {
  const [stores] = useState(() => ({
    session: new SessionStore(),
    tabs: new TabStore(),
    queries: createQueryClient(),
  }));
  return (
    <ThemeProvider>
      <QueryClientProvider client={stores.queries}>
        <SessionContext value={stores}>
          <RoomsContext value={LENT}>
            <Started stores={stores} />
          </RoomsContext>
        </SessionContext>
      </QueryClientProvider>
    </ThemeProvider>
  );
};

const Started = observer(({ stores: { session, tabs } }: { readonly stores: Stores }) => {
  const { message } = App.useApp();
  const feedback = useFeedback();
  useEffect(() => {
    setToast((text) => void message.error({ content: text, key: text }));
    setUnsaved(() => anyUnsaved() || tabs.tabs.some((tab) => tab.dirty));
    void session.start();
    return () => {
      setToast(() => undefined);
      setUnsaved(() => false);
    };
  }, [session, tabs, message]);
  if (session.state === 'starting') return <Splash />;
  if (session.state === 'password')
    return (
      <Suspense fallback={<Splash />}>
        <ChangePassword forced feedback={feedback} />
      </Suspense>
    );
  if (session.state === 'failed') return <StartFailed onRetry={() => void session.start()} />;
  const selection = selectionAt(session);
  if (selection !== undefined)
    return (
      <Suspense fallback={<Splash />}>
        <WindowSelect session={session} asked={selection} />
      </Suspense>
    );
  return (
    <BrowserRouter basename={BASE}>
      <Layout />
      <SlowBar />
      <IdleGuard session={session} />
      <Warm />
      <SignInAgain tabs={tabs} userId={session.me.id} loginName={session.loginName} />
    </BrowserRouter>
  );
});

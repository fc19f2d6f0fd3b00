/** Chooses the world: public screens without antd, or the shell (its own chunk, fetched while the user types the password). */
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { BASE } from '../runtime/data/base';
import { isPhone, isPublic, isScreen, isWall } from './routes/public';
import { Splash } from './Splash';
import { screenKey } from './screens/wall-board/key';
import { currentPath, safeRedirect, signInUrl } from './session/connect';
import { hasSession } from './session/tokens';

const loadShell = () => import('./Shell');
const PublicScreens = lazy(() =>
  import('./screens/login/PublicScreens').then((module) => ({ default: module.PublicScreens })),
);
const OpenBoard = lazy(() => import('./screens/board/OpenBoard').then((module) => ({ default: module.OpenBoard })));
const WallBoard = lazy(() =>
  import('./screens/wall-board/WallBoard').then((module) => ({ default: module.WallBoard })),
);
const Shell = lazy(() => loadShell().then((module) => ({ default: module.Shell })));

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('popstate', listener);
  window.addEventListener('millwright:world', listener);
  return () => {
    window.removeEventListener('popstate', listener);
    window.removeEventListener('millwright:world', listener);
  };
};

/** which of the worlds the address and the session ask for */
const world = (): 'public' | 'shell' | 'guard' | 'screen' | 'wall' => {
  const path = currentPath();
  if (isScreen(path)) return 'screen';
  if (isPhone(path) && !hasSession() && screenKey(path.replace(/\/+$/, '')) === null) return 'guard';
  if (isWall(path)) return 'wall';
  if (isPublic(path)) return 'public';
  return hasSession() ? 'shell' : 'guard';
};

export const Root = () => {
  const now = useSyncExternalStore(subscribe, world);
  if (now === 'guard') {
    // without a session only public addresses exist: the intended path travels along
    history.replaceState(null, '', signInUrl(currentPath() + location.search) + messengerQuery());
  }
  if (now === 'screen' || now === 'wall')
    return <Suspense fallback={<Splash />}>{now === 'wall' ? <WallBoard /> : <OpenBoard />}</Suspense>;
  if (now !== 'shell')
    return (
      <Suspense fallback={<Splash />}>
        <PublicScreens onSignedIn={handleSignedIn} onIdle={handleIdle} />
      </Suspense>
    );
  return (
    <Suspense fallback={<Splash />}>
      <Shell />
    </Suspense>
  );
};

/** what the messenger says of itself when it opens the phone board goes along: the sign-in asks it for the person */
const messengerQuery = (): string => {
  const given = new URLSearchParams(location.search);
  const kept = ['corpid', 'isding'].flatMap((name) => {
    const value = given.get(name);
    return value === null ? [] : [`&${name}=${encodeURIComponent(value)}`];
  });
  return isPhone(currentPath()) ? kept.join('') : '';
};

const handleIdle = (): void => void loadShell();

const handleSignedIn = (): void => {
  const path = safeRedirect(new URLSearchParams(location.search).get('redirect'));
  // without an intended page the one of the user's choice is opened, as soon as it is known
  history.replaceState(null, '', BASE + (path === '/home' ? '/' : path));
  window.dispatchEvent(new Event('millwright:world'));
};

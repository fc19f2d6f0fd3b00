/** The screens without a session, in plain elements: nothing of antd is loaded before somebody is signed in. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { currentPath } from '../../session/connect';
import { ownTerminal, wantsTerminal } from '../terminal/store';
import { fetchInit, type Init } from './calls';
import { FactoryPicture } from './FactoryPicture';
import { FirstOrg } from './FirstOrg';
import { ForgotPassword } from './ForgotPassword';
import styles from './login.module.css';
import { Mark } from './Mark';
import { Register } from './Register';
import { SignIn } from './SignIn';

const RegisterDone = lazy(() => import('./RegisterDone').then((module) => ({ default: module.RegisterDone })));
const SelfTest = lazy(() => import('./SelfTest').then((module) => ({ default: module.SelfTest })));
const Terminal = lazy(() => import('../terminal/Terminal').then((module) => ({ default: module.Terminal })));

interface Props {
  readonly onSignedIn: () => void;
  /** the browser has nothing to do: the shell may be fetched */
  readonly onIdle: () => void;
}

export const PublicScreens = ({ onSignedIn, onIdle }: Props) => {
  const [init, setInit] = useState<Init | 'loading' | 'failed'>('loading');
  const load = () => {
    setInit('loading');
    fetchInit().then(setInit, () => setInit('failed'));
  };
  useEffect(() => {
    fetchInit().then(setInit, () => setInit('failed'));
    const timer = setTimeout(onIdle, 800);
    return () => clearTimeout(timer);
  }, [onIdle]);

  const path = currentPath();
  if (path === '/test')
    return (
      <Suspense fallback={null}>
        <SelfTest />
      </Suspense>
    );
  const isTerminal = path.startsWith('/login') && wantsTerminal(new URLSearchParams(location.search));
  if (isTerminal)
    return (
      <Suspense fallback={null}>
        <Terminal onSignedIn={onSignedIn} />
      </Suspense>
    );
  const name = typeof init === 'object' ? (init.orgName ?? '') : '';
  return (
    <div className={styles.page} data-layout={layoutOf(path, typeof init === 'object' ? init : null)}>
      <div className={styles.picture}>
        <header className={styles.slogan}>
          <h1>{name === '' ? '工坊' : name}</h1>
          <p>生产、仓储、质量、设备，一处看清</p>
        </header>
        <FactoryPicture />
      </div>
      <main className={styles.side}>
        <div className={styles.card}>
          <Mark />
          {init === 'failed' ? (
            <Unreachable onRetry={load} />
          ) : path === '/forgotPassword' && init !== 'loading' ? (
            <ForgotPassword init={init} onExpired={load} />
          ) : path === '/register/success' ? (
            <Suspense fallback={null}>
              <RegisterDone query={new URLSearchParams(location.search)} />
            </Suspense>
          ) : path.startsWith('/register') && init !== 'loading' ? (
            init.canForget === true && (init.registerMode ?? 0) > 0 ? (
              <Register init={init} onExpired={load} onDone={(url) => location.assign(`/v2${url}`)} />
            ) : (
              <Notice title="注册" text="未开放注册，请联系管理员" />
            )
          ) : init !== 'loading' && init.needFirstOrg ? (
            <FirstOrg init={init} onDone={load} />
          ) : (
            <SignIn init={init === 'loading' ? null : init} onSignedIn={onSignedIn} onExpired={load} />
          )}
        </div>
        <footer className={styles.foot}>
          {footText(typeof init === 'object' ? init : null)}
          {typeof init === 'object' && init.pinLogin === true && path.startsWith('/login') && (
            <>
              {' · '}
              <a href="/v2/login?terminal=1">{ownTerminal() === null ? '登记为工位终端' : '返回工位终端'}</a>
            </>
          )}
        </footer>
      </main>
    </div>
  );
};

/** 2 = the card over the picture: by its own addresses, or where the installation has it for all */
const layoutOf = (path: string, init: Init | null): '1' | '2' =>
  path.endsWith('New') || init?.loginLayout === 2 ? '2' : '1';

const footText = (init: Init | null): string =>
  init === null ? '' : [init.copyright, `工坊 ${init.version}`].filter((part) => part).join(' · ');

const Notice = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <>
    <h2 className={styles.heading}>{title}</h2>
    <p className={styles.notice}>{text}</p>
    <a href="/v2/login">返回登录</a>
  </>
);

const Unreachable = ({ onRetry }: { readonly onRetry: () => void }) => (
  <>
    <h2 className={styles.heading}>连接不上服务器</h2>
    <p className={styles.notice}>请检查网络，或联系管理员确认服务已启动。</p>
    <button type="button" className={styles.plainButton} onClick={onRetry}>
      重试
    </button>
  </>
);

/**
 * The session ended while something was being written: the sign-in comes over the page. The same user goes on where he was; another
 * one starts clean, and what was typed stays as the first one's draft.
 */
import { Modal } from 'antd';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { signInUrl } from '../../session/connect';
import { answerSignIn, asksForSignIn, onSignInAsked } from '../../session/sign-in-again';
import { readValue } from '../../session/storage';
import type { TabStore } from '../../session/tabs';
import { hasSession } from '../../session/tokens';
import { fetchInit, type Init } from './calls';
import { Login } from './Login';

interface Props {
  readonly tabs: TabStore;
  /** who wrote what stands in the page */
  readonly userId: string;
  readonly loginName: string | undefined;
}

export const SignInAgain = (props: Props) => {
  const asks = useSyncExternalStore(onSignInAsked, asksForSignIn);
  return asks ? <Asking {...props} /> : null;
};

const Asking = ({ tabs, userId, loginName }: Props) => {
  const [init, setInit] = useState<Init | null>(null);
  const load = useCallback((): void => {
    fetchInit().then(setInit, () => undefined);
  }, []);
  useEffect(() => {
    load();
    // without network the form waits, and is there when the network is
    const again = setInterval(load, REFRESH_MS);
    return () => clearInterval(again);
  }, [load]);

  const leave = (to: string): void => {
    // the drafts lie on the computer: nobody has to be asked
    for (const tab of tabs.tabs) tabs.setDirty(tab.id, false);
    answerSignIn(false);
    location.assign(to);
  };
  const handleSignedIn = (): void => {
    if (readValue<{ readonly id?: string }>('user')?.id === userId) answerSignIn(true);
    else leave('/v2/home');
  };
  // the same user signed in in another window: this one goes on as well
  useEffect(() => {
    const handle = (): void => {
      if (hasSession() && readValue<{ readonly id?: string }>('user')?.id === userId) answerSignIn(true);
    };
    window.addEventListener('storage', handle);
    return () => window.removeEventListener('storage', handle);
  }, [userId]);

  return (
    <Modal
      open
      centered
      title="登录信息已失效，请重新登录"
      width="34.6667rem"
      maskClosable={false}
      keyboard={false}
      footer={null}
      onCancel={() => leave(signInUrl())}
    >
      <p>登录后接着做，没保存的内容都还在。</p>
      <Login init={init} name={loginName} onSignedIn={handleSignedIn} onExpired={load} />
    </Modal>
  );
};
const REFRESH_MS = 20_000;

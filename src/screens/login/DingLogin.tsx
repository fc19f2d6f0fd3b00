/** 钉钉登录: a button to the provider's page; inside the messenger, and coming back from it, nothing needs to be pressed. */
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { HttpError } from '../../../runtime/data/http';
import { type SignedIn, saveSignIn } from '../../session/tokens';
import { enterMessenger, enterReturned, leaveForDing, type Returned } from './ding';
import styles from './login.module.css';
import { Refused } from './Refused';

interface Props {
  readonly corpId: string;
  readonly head: ReactNode;
  readonly returned: Returned | null;
  readonly auto: boolean;
  readonly onSignedIn: () => void;
  /** not bound yet: one sign-in with the password does it */
  readonly onUnbound: (ticket: string, text: string) => void;
}
/** what came back is good once, however often the page is drawn */
let isDone = false;

export const DingLogin = ({ corpId, head, returned, auto, onSignedIn, onUnbound }: Props) => {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const run = useCallback(
    async (work: () => Promise<SignedIn | undefined>): Promise<void> => {
      setBusy(true);
      setError('');
      try {
        const answer = await work();
        // on the way to the provider's page: the button stays as it is
        if (answer === undefined) return;
        saveSignIn(answer);
        onSignedIn();
      } catch (cause) {
        const told = cause instanceof HttpError ? (cause.data as { readonly bindTicket?: string } | null) : null;
        const text = cause instanceof HttpError ? cause.msg : '登录失败，请重试';
        setBusy(false);
        if (told?.bindTicket !== undefined) onUnbound(told.bindTicket, text);
        else setError(text);
      }
    },
    [onSignedIn, onUnbound],
  );
  const enter = useCallback(
    () =>
      run(async () => {
        const answer = await enterMessenger(corpId);
        if (answer !== null) return answer;
        await leaveForDing(corpId);
        return undefined;
      }),
    [run, corpId],
  );
  useEffect(() => {
    if (isDone || (returned === null && !auto)) return;
    isDone = true;
    void (returned === null ? enter() : run(() => enterReturned(returned)));
  }, [returned, auto, enter, run]);
  return (
    <div>
      {head}
      <p className={styles.notice}>用钉钉扫码或在钉钉中确认后登录。</p>
      <button type="button" className={styles.primary} disabled={busy} onClick={() => void enter()}>
        {busy ? '登录中…' : '钉钉登录'}
      </button>
      <Refused text={error} />
    </div>
  );
};

/** The ways to sign in that this installation has, one at a time. Its form is there before the server says which: what is typed stays. */
import { type ReactNode, useCallback, useState } from 'react';
import type { Init } from './calls';
import { DingLogin } from './DingLogin';
import { corpOf, isAuto, takeReturned } from './ding';
import { Login } from './Login';
import styles from './login.module.css';
import { SmsLogin } from './SmsLogin';

interface Props {
  /** null while the server's answer is on its way */
  readonly init: Init | null;
  readonly onSignedIn: () => void;
  readonly onExpired: () => void;
}
const WAYS = { account: '账号登录', sms: '验证码登录', ding: '钉钉' } as const;
type Way = keyof typeof WAYS;

export const SignIn = ({ init, onSignedIn, onExpired }: Props) => {
  const [{ query, returned }] = useState(() => ({
    query: new URLSearchParams(location.search),
    returned: takeReturned(),
  }));
  const corpId = init === null ? null : corpOf(init, query);
  const auto = init !== null && isAuto(init, query);
  const [chosen, setWay] = useState<Way | null>(null);
  const way = chosen ?? (corpId !== null && (auto || returned !== null) ? 'ding' : 'account');
  const [bind, setBind] = useState<{ readonly ticket: string; readonly text: string } | null>(null);
  const handleUnbound = useCallback((ticket: string, text: string): void => {
    setBind({ ticket, text });
    setWay('account');
  }, []);

  const has: Readonly<Record<Way, boolean>> = { account: true, sms: init?.canForget === true, ding: corpId !== null };
  const ways = (Object.keys(WAYS) as Way[]).filter((key) => has[key]);
  const head: ReactNode =
    ways.length < 2 ? undefined : (
      <>
        <div role="tablist" aria-label="登录方式" className={styles.ways}>
          {ways.map((text) => (
            <button key={text} type="button" role="tab" aria-selected={text === way} onClick={() => setWay(text)}>
              {WAYS[text]}
            </button>
          ))}
        </div>
        {way === 'account' && bind !== null && <p className={styles.notice}>{bind.text}</p>}
      </>
    );
  if (way === 'sms') return <SmsLogin onSignedIn={onSignedIn} onExpired={onExpired} head={head} />;
  if (way === 'ding' && corpId !== null)
    return (
      <DingLogin
        corpId={corpId}
        head={head}
        returned={returned}
        auto={auto}
        onSignedIn={onSignedIn}
        onUnbound={handleUnbound}
      />
    );
  return <Login init={init} head={head} bindTicket={bind?.ticket} onSignedIn={onSignedIn} onExpired={onExpired} />;
};

/** The ways to sign in that this installation has, one at a time. */
import { type ReactNode, useCallback, useState } from 'react';
import type { Init } from './calls';
import { DingLogin } from './DingLogin';
import { corpOf, isAuto, takeReturned } from './ding';
import { Login } from './Login';
import styles from './login.module.css';
import { SmsLogin } from './SmsLogin';

interface Props {
  readonly init: Init;
  readonly onSignedIn: () => void;
  readonly onExpired: () => void;
}
const WAYS = { account: '账号登录', sms: '验证码登录', ding: '钉钉' } as const;
type Way = keyof typeof WAYS;

export const SignIn = ({ init, onSignedIn, onExpired }: Props) => {
  const [{ corpId, auto, returned }] = useState(() => {
    const query = new URLSearchParams(location.search);
    return { corpId: corpOf(init, query), auto: isAuto(init, query), returned: takeReturned() };
  });
  const [way, setWay] = useState<Way>(corpId !== null && (auto || returned !== null) ? 'ding' : 'account');
  const [bind, setBind] = useState<{ readonly ticket: string; readonly text: string } | null>(null);
  const handleUnbound = useCallback((ticket: string, text: string): void => {
    setBind({ ticket, text });
    setWay('account');
  }, []);

  const has: Readonly<Record<Way, boolean>> = { account: true, sms: init.canForget === true, ding: corpId !== null };
  const ways = (Object.keys(WAYS) as Way[]).filter((one) => has[one]);
  const head: ReactNode =
    ways.length < 2 ? undefined : (
      <>
        <div role="tablist" aria-label="登录方式" className={styles.ways}>
          {ways.map((one) => (
            <button key={one} type="button" role="tab" aria-selected={one === way} onClick={() => setWay(one)}>
              {WAYS[one]}
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

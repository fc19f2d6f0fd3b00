/** The ways to sign in that this installation has, one at a time. */
import { type ReactNode, useState } from 'react';
import type { Init } from './calls';
import { Login } from './Login';
import styles from './login.module.css';
import { SmsLogin } from './SmsLogin';

interface Props {
  readonly init: Init;
  readonly onSignedIn: () => void;
  readonly onExpired: () => void;
}
const WAYS = { account: '账号登录', sms: '验证码登录' } as const;
type Way = keyof typeof WAYS;

export const SignIn = (props: Props) => {
  const { init } = props;
  const [way, setWay] = useState<Way>('account');
  const ways: readonly Way[] = init.canForget === true ? ['account', 'sms'] : ['account'];
  const head: ReactNode =
    ways.length < 2 ? undefined : (
      <div role="tablist" aria-label="登录方式" className={styles.ways}>
        {ways.map((one) => (
          <button key={one} type="button" role="tab" aria-selected={one === way} onClick={() => setWay(one)}>
            {WAYS[one]}
          </button>
        ))}
      </div>
    );
  if (way === 'sms') return <SmsLogin onSignedIn={props.onSignedIn} onExpired={props.onExpired} head={head} />;
  return <Login {...props} head={head} />;
};

/** The sign-in of a terminal (10 §2.6): a badge or a number, then the PIN; keys of 72 px, and back to the start by itself. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { HttpError } from '../../../runtime/data/http';
import { saveSignIn } from '../../session/tokens';
import { Refused } from '../login/Refused';
import { signInPin, stateOf, type TerminalState } from './calls';
import { Enrol, Waiting } from './Enrol';
import { Pad } from './Pad';
import { forgetTerminal, keepPrefix, numberPrefix, type OwnTerminal, ownTerminal } from './store';
import styles from './terminal.module.css';

const PIN_LENGTH = 6;
/** whoever went away is not finished by the next one */
const LONGEST_MS = 60_000;
const WAITING = '10';

export const Terminal = ({ onSignedIn }: { readonly onSignedIn: () => void }) => {
  const [own, setOwn] = useState(ownTerminal);
  const [state, setState] = useState<TerminalState | null>(null);
  const [error, setError] = useState('');
  const load = useCallback((): void => {
    if (own === null) return;
    setError('');
    stateOf(own).then(setState, (cause: unknown) =>
      setError(cause instanceof HttpError && cause.code === 203 ? cause.msg : '连接不上服务器，请检查网络'),
    );
  }, [own]);
  useEffect(load, [load]);
  const handleForget = (): void => {
    forgetTerminal();
    setOwn(null);
    setState(null);
    setError('');
  };

  return (
    <div className={styles.page}>
      <header>
        <b>{state?.name ?? own?.name ?? '工位终端'}</b>
        <span>{state?.orgName}</span>
        <Clock />
      </header>
      <main>
        {own === null ? (
          <Enrol onEnrolled={setOwn} />
        ) : error !== '' ? (
          <div className={styles.narrow}>
            <Refused text={error} />
            <div className={styles.row}>
              <button type="button" onClick={load}>
                重试
              </button>
              <button type="button" onClick={handleForget}>
                重新登记
              </button>
              <a href="/v2/login?account=1">账号登录</a>
            </div>
          </div>
        ) : state === null ? null : state.status === WAITING ? (
          <Waiting own={own} onApproved={load} onGone={setError} />
        ) : (
          <SignIn own={own} onSignedIn={onSignedIn} />
        )}
      </main>
    </div>
  );
};

type Step = 'tiles' | 'badge' | 'number' | 'pin';
interface SignInProps {
  readonly own: OwnTerminal;
  readonly onSignedIn: () => void;
}
const SignIn = ({ own, onSignedIn }: SignInProps) => {
  const [step, setStep] = useState<Step>('tiles');
  const [number, setNumber] = useState('');
  const [pin, setPin] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);

  const begin = useCallback((next: Step): void => {
    setStep(next);
    setNumber(next === 'number' ? numberPrefix() : '');
    setPin('');
    setError('');
  }, []);
  // every press counts: its state is what the effect follows
  // biome-ignore lint/correctness/useExhaustiveDependencies: a press begins the time anew
  useEffect(() => {
    if (step === 'tiles' || busy) return;
    const timer = setTimeout(() => begin('tiles'), LONGEST_MS);
    return () => clearTimeout(timer);
  }, [step, number, pin, busy, begin]);

  const handleNumber = (): void => {
    if (number.trim() === '') setError('请输入工号');
    else {
      setError('');
      setStep('pin');
    }
  };
  const handleBadge = useCallback((text: string): void => {
    // a label of ours says what it is before the code
    const parts = text.trim().split('|');
    setNumber((parts[1] ?? parts[0] ?? '').trim());
    setPin('');
    setError('');
    setStep('pin');
  }, []);
  const handlePin = async (next: string): Promise<void> => {
    setPin(next);
    if (next.length < PIN_LENGTH) return;
    setBusy(true);
    setError('');
    try {
      const answer = await signInPin(own, number.trim(), next);
      keepPrefix(number.trim());
      saveSignIn(answer);
      onSignedIn();
    } catch (cause) {
      setError(cause instanceof HttpError ? cause.msg : '登录失败，请重试');
      setPin('');
      setBusy(false);
    }
  };

  if (step === 'tiles' || step === 'badge')
    return (
      <>
        <Wedge onCode={handleBadge} />
        {step === 'badge' ? (
          <div className={styles.waiting}>
            <BadgeIcon />
            <h2>请扫描工牌</h2>
            <p>扫码后输入PIN。工牌扫不出来时，可用工号登录。</p>
            <div className={styles.row}>
              <button type="button" onClick={() => begin('tiles')}>
                返回
              </button>
              <button type="button" onClick={() => begin('number')}>
                工号登录
              </button>
            </div>
          </div>
        ) : (
          <div className={styles.tiles}>
            <button type="button" data-main onClick={() => begin('badge')}>
              <BadgeIcon />
              扫工牌
            </button>
            <button type="button" onClick={() => begin('number')}>
              <KeysIcon />
              工号登录
            </button>
            <a href="/v2/login?account=1">
              <LeaveIcon />
              退出
            </a>
          </div>
        )}
      </>
    );
  return (
    <div className={styles.entry}>
      <h2>{step === 'number' ? '输入工号' : `${number}，请输入PIN`}</h2>
      {step === 'number' ? (
        <output className={styles.face} aria-label="工号">
          {number}
          <i />
        </output>
      ) : (
        <output className={styles.dots} aria-label={`已输入${pin.length}位`}>
          {Array.from({ length: PIN_LENGTH }, (_, at) => (
            <i key={at} data-full={at < pin.length || undefined} />
          ))}
        </output>
      )}
      <div className={styles.said} aria-live="assertive">
        {busy ? '登录中…' : <Refused text={error} />}
      </div>
      {step === 'number' ? (
        <Pad value={number} max={20} letters onChange={setNumber} onEnter={handleNumber} />
      ) : (
        <Pad value={pin} max={PIN_LENGTH} disabled={busy} onChange={(next) => void handlePin(next)} />
      )}
      <div className={styles.row}>
        <button type="button" disabled={busy} onClick={() => begin('tiles')}>
          返回
        </button>
        {step === 'number' && (
          <button type="button" data-main onClick={handleNumber}>
            下一步
          </button>
        )}
      </div>
    </div>
  );
};

/** A scanner types like a keyboard and ends with Enter, wherever the focus is. */
const Wedge = ({ onCode }: { readonly onCode: (text: string) => void }) => {
  const text = useRef('');
  useEffect(() => {
    const handle = (event: KeyboardEvent): void => {
      if (event.key === 'Enter') {
        const code = text.current;
        text.current = '';
        if (code.length < 2) return;
        event.preventDefault();
        onCode(code);
      } else if (event.key.length === 1) text.current += event.key;
    };
    window.addEventListener('keydown', handle, true);
    return () => window.removeEventListener('keydown', handle, true);
  }, [onCode]);
  return null;
};

const MINUTE_MS = 60_000;
const timeNow = (): string =>
  new Date().toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Shanghai' });
const Clock = () => {
  const [now, setNow] = useState(timeNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(timeNow()), MINUTE_MS / 6);
    return () => clearInterval(timer);
  }, []);
  return <time>{now}</time>;
};

const LINE = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.6,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;
const BadgeIcon = () => (
  <svg viewBox="0 0 24 24" width="56" height="56" aria-hidden="true" {...LINE}>
    <path d="M4 8V5h4M16 5h4v3M20 16v3h-4M8 19H4v-3M7 9v6M10 9v6M13 9v6M17 9v6" />
  </svg>
);
const KeysIcon = () => (
  <svg viewBox="0 0 24 24" width="56" height="56" aria-hidden="true" {...LINE}>
    <rect x="4" y="4" width="16" height="16" rx="2" />
    <path d="M8 8h.01M12 8h.01M16 8h.01M8 12h.01M12 12h.01M16 12h.01M12 16h.01" strokeWidth={2.4} />
  </svg>
);
const LeaveIcon = () => (
  <svg viewBox="0 0 24 24" width="56" height="56" aria-hidden="true" {...LINE}>
    <path d="M13 4H5v16h8M10 12h10M16 8l4 4-4 4" />
  </svg>
);

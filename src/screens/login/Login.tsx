/** Account and password. The first empty field has the focus, Enter submits, a refusal stands under the form. */
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { HttpError, ruleOf } from '../../../runtime/data/http';
import { readValue, writeValue } from '../../session/storage';
import { saveSignIn } from '../../session/tokens';
import { Captcha } from './Captcha';
import { ChooseOrg } from './ChooseOrg';
import { type Choice, type Init, signIn, signInPartner, takePartnerToken } from './calls';
import { EyeIcon } from './icons';
import styles from './login.module.css';
import { Refused } from './Refused';

interface Props {
  /** null while the server's answer is on its way: the form is there already, what is sent waits for it */
  readonly init: Init | null;
  /** what stands over the form; its name unless there are several ways in */
  readonly head?: ReactNode;
  /** who signs in, where that is known; else the one this browser remembers */
  readonly name?: string | undefined;
  /** who comes from another provider is bound to the account that signs in */
  readonly bindTicket?: string | undefined;
  readonly onSignedIn: () => void;
  /** the key or its clock is too old: fetch it again */
  readonly onExpired: () => void;
}
/** what a refusal tells besides its sentence */
interface Told {
  readonly orgRequired?: boolean;
  readonly needCaptcha?: boolean;
}
const REMEMBERED = 'rememberedAccount';
/** the token of a partner is good once */
let isPartnerAsked = false;
/** 登录 is locked this long after a click, answer or not */
const GUARD_MS = 3000;

export const Login = ({ init, head, name, bindTicket, onSignedIn, onExpired }: Props) => {
  const [account, setAccount] = useState(() => name ?? readValue<string>(REMEMBERED) ?? '');
  const [password, setPassword] = useState('');
  const [org, setOrg] = useState('');
  const [remember, setRemember] = useState(true);
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const [waits, setWaits] = useState(false);
  const [askOrg, setAskOrg] = useState(false);
  const [needCaptcha, setNeedCaptcha] = useState(false);
  const [captcha, setCaptcha] = useState('');
  const [captchaId, setCaptchaId] = useState('');
  const [turn, setTurn] = useState(0);
  const [choice, setChoice] = useState<Choice | null>(null);
  const formRef = useRef<HTMLFormElement>(null);
  const accountRef = useRef<HTMLInputElement>(null);
  const passwordRef = useRef<HTMLInputElement>(null);
  const sent = useRef({ words: '', at: 0 });

  useEffect(() => {
    (accountRef.current?.value === '' ? accountRef : passwordRef).current?.focus();
  }, []);

  // what was sent before the server said how one signs in goes out now
  useEffect(() => {
    if (init === null || !waits) return;
    setWaits(false);
    formRef.current?.requestSubmit();
  }, [init, waits]);

  usePartner({ onSignedIn, setBusy, setError });
  const hasPicture = needCaptcha || init?.captchaMode === 2;
  const send = async (more: { org?: string; ticket?: string }) => {
    if (init === null) return;
    setBusy(true);
    setError('');
    try {
      const picture = hasPicture ? { picture: { captchaId, captcha } } : {};
      const given = { loginName: account.trim(), password, ...picture };
      const answer = await signIn(init, {
        ...given,
        ...(org ? { org } : {}),
        ...(bindTicket ? { bindTicket } : {}),
        ...more,
      });
      if ('chooseOrg' in answer) {
        setChoice(answer);
        setBusy(false);
        return;
      }
      if (!answer.access_token) {
        setError('登录失效，请重新登录');
        setBusy(false);
        return;
      }
      if (remember) writeValue(REMEMBERED, account.trim());
      else writeValue(REMEMBERED, '');
      saveSignIn(answer);
      onSignedIn();
    } catch (cause) {
      const text = cause instanceof HttpError ? cause.msg : '登录失败，请重试';
      const told = cause instanceof HttpError ? (cause.data as Told | null | undefined) : undefined;
      if (told?.orgRequired) setAskOrg(true);
      if (told?.needCaptcha) setNeedCaptcha(true);
      setCaptcha('');
      setTurn((known) => known + 1);
      setError(text);
      setChoice(null);
      if (cause instanceof HttpError && ruleOf(cause) === 'signIn.expired') onExpired();
      setBusy(false);
      passwordRef.current?.select();
    }
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (account.trim() === '') {
      setError('请输入账号或手机号');
      accountRef.current?.focus();
      return;
    }
    if (password === '') {
      setError('请输入密码');
      passwordRef.current?.focus();
      return;
    }
    if (init === null) {
      setError('');
      setWaits(true);
      return;
    }
    if (hasPicture && captcha.trim() === '') {
      setError('请输入图形验证码');
      document.getElementById('captcha')?.focus();
      return;
    }
    // the same words again within the guard are a double click
    const words = `${account}\n${password}\n${org}\n${captcha}`;
    if (sent.current.words === words && performance.now() - sent.current.at < GUARD_MS) return;
    sent.current = { words, at: performance.now() };
    void send({});
  };
  const handleKey = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));

  if (choice !== null)
    return (
      <ChooseOrg
        choice={choice}
        busy={busy}
        error={error}
        onBack={() => setChoice(null)}
        onChoose={(orgId) => void send({ org: orgId, ticket: choice.ticket })}
      />
    );
  return (
    <form ref={formRef} onSubmit={handleSubmit} noValidate>
      {head ?? <h2 className={styles.heading}>账号登录</h2>}
      {(askOrg || init?.orgRequired === true) && (
        <>
          <label className={styles.label} htmlFor="org">
            企业编码
          </label>
          <input
            id="org"
            className={styles.input}
            value={org}
            autoComplete="organization"
            onChange={(event) => setOrg(event.target.value)}
          />
        </>
      )}
      <label className={styles.label} htmlFor="account">
        账号或手机号
      </label>
      <input
        id="account"
        ref={accountRef}
        className={styles.input}
        value={account}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setAccount(event.target.value)}
      />
      <label className={styles.label} htmlFor="password">
        密码
      </label>
      <div className={styles.password}>
        <input
          id="password"
          ref={passwordRef}
          className={styles.input}
          type={shown ? 'text' : 'password'}
          value={password}
          autoComplete="current-password"
          onKeyDown={handleKey}
          onKeyUp={handleKey}
          onChange={(event) => setPassword(event.target.value)}
        />
        <button
          type="button"
          className={styles.eye}
          aria-label={shown ? '隐藏密码' : '显示密码'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <EyeIcon crossed={shown} />
        </button>
      </div>
      {capsLock && <p className={styles.hint}>大写锁定已打开</p>}
      {hasPicture && <Captcha value={captcha} onChange={setCaptcha} onPicture={setCaptchaId} turn={turn} />}
      <div className={styles.options}>
        <label>
          <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
          记住账号
        </label>
        {init?.canForget === true && (
          <span>
            {(init.registerMode ?? 0) > 0 && <a href="/v2/register">注册</a>}
            {(init.registerMode ?? 0) > 0 && ' · '}
            <a href="/v2/forgotPassword">忘记密码</a>
          </span>
        )}
      </div>
      <button type="submit" className={styles.primary} disabled={busy || waits}>
        {busy || waits ? '登录中…' : '登录'}
      </button>
      <Refused text={error} />
    </form>
  );
};

interface PartnerWays extends Pick<Props, 'onSignedIn'> {
  readonly setBusy: (busy: boolean) => void;
  readonly setError: (text: string) => void;
}
/** Who comes from a partner is signed in by what he brought. */
const usePartner = ({ onSignedIn, setBusy, setError }: PartnerWays): void => {
  const [partner] = useState(takePartnerToken);
  useEffect(() => {
    if (partner === null || isPartnerAsked) return;
    isPartnerAsked = true;
    setBusy(true);
    signInPartner(partner).then(
      (answer) => {
        saveSignIn(answer);
        onSignedIn();
      },
      (cause: unknown) => {
        setError(cause instanceof HttpError ? cause.msg : '第三方登录验证失败');
        setBusy(false);
      },
    );
  }, [partner, onSignedIn, setBusy, setError]);
};

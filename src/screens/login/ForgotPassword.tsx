/** 手机号 and picture, the code that was sent, a new password twice; back to the sign-in. */
import { type FormEvent, useState } from 'react';
import { HttpError } from '../../../runtime/data/http';
import { Captcha } from './Captcha';
import { askForgotten, type Init, proveForgotten, renewForgotten } from './calls';
import { WarnIcon } from './icons';
import styles from './login.module.css';
import { TextInput } from './TextInput';
import { useCountdown } from './use-countdown';

type Step = 'mobile' | 'code' | 'password' | 'done';
const TITLES: Readonly<Record<Step, string>> = {
  mobile: '找回密码',
  code: '输入验证码',
  password: '设置新密码',
  done: '密码已修改',
};
const DONE_MS = 2_000;

export const ForgotPassword = ({ init, onExpired }: { readonly init: Init; readonly onExpired: () => void }) => {
  const [step, setStep] = useState<Step>('mobile');
  const [mobile, setMobile] = useState('');
  const [captchaId, setCaptchaId] = useState('');
  const [captcha, setCaptcha] = useState('');
  const [turn, setTurn] = useState(0);
  const [code, setCode] = useState('');
  const [ticket, setTicket] = useState('');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [wait, setWait] = useCountdown();
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);

  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError('');
    try {
      await work();
    } catch (cause) {
      const text = cause instanceof HttpError ? cause.msg : '没有完成，请重试';
      setError(text);
      setCaptcha('');
      setTurn((known) => known + 1);
      if (text.startsWith('登录请求已过期')) onExpired();
    }
    setBusy(false);
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (step === 'mobile') {
      if (!/^1\d{10}$/.test(mobile)) return setError('手机号格式不正确');
      if (captcha.trim() === '') return setError('请输入图形验证码');
      void run(async () => {
        const { resendAfter } = await askForgotten(mobile, { captchaId, captcha });
        setWait(resendAfter);
        setStep('code');
      });
    } else if (step === 'code') {
      if (!/^\d{6}$/.test(code)) return setError('请输入6位验证码');
      void run(async () => {
        setTicket((await proveForgotten(mobile, code)).ticket);
        setStep('password');
      });
    } else if (step === 'password') {
      if (password === '') return setError('请输入新密码');
      if (password !== again) return setError('两次输入的密码不一致');
      void run(async () => {
        await renewForgotten(init, ticket, password);
        setStep('done');
        setTimeout(() => location.assign('/v2/login'), DONE_MS);
      });
    }
  };

  if (init.canForget !== true)
    return (
      <>
        <h2 className={styles.heading}>忘记密码</h2>
        <p className={styles.notice}>未配置短信通道，请联系管理员重置密码</p>
        <a href="/v2/login">返回登录</a>
      </>
    );
  return (
    <form onSubmit={handleSubmit} noValidate>
      <h2 className={styles.heading}>{TITLES[step]}</h2>
      {step === 'mobile' && (
        <>
          <TextInput id="mobile" label="手机号" value={mobile} onChange={setMobile} mode="tel" autoFocus />
          <Captcha value={captcha} onChange={setCaptcha} onPicture={setCaptchaId} turn={turn} />
        </>
      )}
      {step === 'code' && (
        <>
          <p className={styles.notice}>验证码已发送到 {mobile}，5 分钟内有效。</p>
          <TextInput id="code" label="短信验证码" value={code} onChange={setCode} mode="numeric" autoFocus />
        </>
      )}
      {step === 'password' && (
        <>
          <TextInput id="newPwd" label="新密码" value={password} onChange={setPassword} secret autoFocus />
          <TextInput id="again" label="再次输入新密码" value={again} onChange={setAgain} secret />
        </>
      )}
      {step === 'done' ? (
        <p className={styles.notice}>密码修改成功，请重新登录</p>
      ) : (
        <button type="submit" className={styles.primary} disabled={busy}>
          {step === 'mobile' ? '获取验证码' : step === 'code' ? '下一步' : '确定'}
        </button>
      )}
      {error !== '' && (
        <p className={styles.error} role="alert">
          <WarnIcon />
          <span>{error}</span>
        </p>
      )}
      <p className={styles.below}>
        <a href="/v2/login">返回登录</a>
        {step === 'code' && (
          <button type="button" className={styles.link} disabled={wait > 0} onClick={() => setStep('mobile')}>
            {wait > 0 ? `${wait} 秒后可重新获取` : '重新获取验证码'}
          </button>
        )}
      </p>
    </form>
  );
};

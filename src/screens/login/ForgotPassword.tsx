/** 手机号 and picture, the code that was sent, a new password twice; back to the sign-in. */
import { type FormEvent, useState } from 'react';
import { askForgotten, type Init, proveForgotten, renewForgotten } from './calls';
import styles from './login.module.css';
import { Below, CodeField, MobileFields } from './MobileCode';
import { Refused } from './Refused';
import { TextInput } from './TextInput';
import { useMobileCode } from './use-mobile-code';

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
  const form = useMobileCode(onExpired);
  const { mobile, code, busy, error, setError, run } = form;
  const [ticket, setTicket] = useState('');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (step === 'mobile') form.send(askForgotten, () => setStep('code'));
    else if (step === 'code') {
      if (!form.hasCode()) return;
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
      {step === 'mobile' && <MobileFields form={form} />}
      {step === 'code' && <CodeField form={form} />}
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
      <Refused text={error} />
      <Below form={form} onAgain={step === 'code' ? () => setStep('mobile') : undefined} />
    </form>
  );
};

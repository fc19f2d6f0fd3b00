/** Whoever has a mobile shows it by a code: the number and a picture, then the code that was sent. What follows is the form's own. */
import { useState } from 'react';
import { useSubmit } from '../use-submit';
import type { CaptchaAnswer } from './Captcha';
import { useCountdown } from './use-countdown';

export type MobileCode = ReturnType<typeof useMobileCode>;
type Send = (mobile: string, answer: CaptchaAnswer) => Promise<{ readonly resendAfter: number }>;

/** `onExpired`: the key of the page is too old for what was sent. */
export function useMobileCode(onExpired?: () => void) {
  const [mobile, setMobile] = useState('');
  const [captchaId, setCaptchaId] = useState('');
  const [captcha, setCaptcha] = useState('');
  const [turn, setTurn] = useState(0);
  const [code, setCode] = useState('');
  const [wait, setWait] = useCountdown();
  const { busy, error, setError, submit } = useSubmit();

  /** Does it and says why it did not go; a picture is good for one try. */
  const run = async (work: () => Promise<void>): Promise<void> => {
    const refused = await submit(work);
    if (refused === undefined) return;
    setCaptcha('');
    setTurn((known) => known + 1);
    if (refused.rule === 'signIn.expired') onExpired?.();
  };
  const send = (ask: Send, onSent: () => void) => {
    if (!/^1\d{10}$/.test(mobile)) return setError('手机号格式不正确');
    if (captcha.trim() === '') return setError('请输入图形验证码');
    void run(async () => {
      const { resendAfter } = await ask(mobile, { captchaId, captcha });
      setWait(resendAfter);
      onSent();
    });
  };
  /** says what is wrong with the code that was typed */
  const hasCode = (): boolean => {
    const isCode = /^\d{6}$/.test(code);
    if (!isCode) setError('请输入6位验证码');
    return isCode;
  };
  const fields = { mobile, setMobile, captcha, setCaptcha, setCaptchaId, turn, code, setCode };
  return { ...fields, wait, error, setError, busy, run, send, hasCode };
}

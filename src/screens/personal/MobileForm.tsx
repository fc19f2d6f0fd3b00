/** The new number and the picture, then the code that was sent to it. */
import { Button, Input } from 'antd';
import { type FormEvent, useState } from 'react';
import { HttpError } from '../../../runtime/data/http';
import { Captcha } from '../login/Captcha';
import { useCountdown } from '../login/use-countdown';
import { changeMobile, sendMobileCode } from './calls';
import styles from './Personal.module.css';

interface Props {
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

export function MobileForm({ onDone, onCancel }: Props) {
  const [mobile, setMobile] = useState('');
  const [captchaId, setCaptchaId] = useState('');
  const [captcha, setCaptcha] = useState('');
  const [turn, setTurn] = useState(0);
  const [sent, setSent] = useState(false);
  const [code, setCode] = useState('');
  const [wait, setWait] = useCountdown();
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);

  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    if (!/^1\d{10}$/.test(mobile)) return setError('手机号格式不正确');
    if (!sent && captcha.trim() === '') return setError('请输入图形验证码');
    if (sent && !/^\d{6}$/.test(code)) return setError('请输入6位验证码');
    setBusy(true);
    setError('');
    try {
      if (sent) {
        await changeMobile(mobile, code);
        onDone();
        return;
      }
      const { resendAfter } = await sendMobileCode(mobile, { captchaId, captcha });
      setWait(resendAfter);
      setSent(true);
    } catch (cause) {
      setError(cause instanceof HttpError ? cause.msg : '没有完成，请重试');
      // each picture is good for one try
      setCaptcha('');
      setTurn((known) => known + 1);
    }
    setBusy(false);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void handleSubmit(event)} noValidate>
      <label htmlFor="newMobile">新手机号</label>
      <Input
        id="newMobile"
        value={mobile}
        inputMode="tel"
        autoComplete="tel"
        maxLength={11}
        disabled={sent}
        autoFocus
        onChange={(event) => setMobile(event.target.value.trim())}
      />
      {sent ? (
        <>
          <label htmlFor="mobileCode">短信验证码</label>
          <Input
            id="mobileCode"
            value={code}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            autoFocus
            onChange={(event) => setCode(event.target.value.trim())}
          />
        </>
      ) : (
        <Captcha value={captcha} onChange={setCaptcha} onPicture={setCaptchaId} turn={turn} />
      )}
      {error !== '' && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <div className={styles.buttons}>
        <Button type="primary" htmlType="submit" loading={busy}>
          {sent ? '确定' : '获取验证码'}
        </Button>
        {sent && (
          <Button disabled={wait > 0} onClick={() => setSent(false)}>
            {wait > 0 ? `${wait} 秒后可重新获取` : '重新获取验证码'}
          </Button>
        )}
        <Button type="text" onClick={onCancel}>
          取消
        </Button>
      </div>
    </form>
  );
}

/** The new number and the picture, then the code that was sent to it. */
import { Button, Input } from 'antd';
import { useState } from 'react';
import { Captcha } from '../login/Captcha';
import { useMobileCode } from '../login/use-mobile-code';
import { changeMobile, sendMobileCode } from './calls';
import { OwnForm } from './OwnForm';

interface Props {
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

export function MobileForm({ onDone, onCancel }: Props) {
  const form = useMobileCode();
  const [sent, setSent] = useState(false);
  const { mobile, code, wait } = form;
  const handleSubmit = (): void => {
    if (!sent) form.send(sendMobileCode, () => setSent(true));
    else if (form.hasCode()) void form.run(() => changeMobile(mobile, code).then(onDone));
  };
  const again = (
    <Button disabled={wait > 0} onClick={() => setSent(false)}>
      {wait > 0 ? `${wait} 秒后可重新获取` : '重新获取验证码'}
    </Button>
  );
  return (
    <OwnForm
      busy={form.busy}
      error={form.error}
      submitText={sent ? '确定' : '获取验证码'}
      more={sent && again}
      onSubmit={handleSubmit}
      onCancel={onCancel}
    >
      <label htmlFor="newMobile">新手机号</label>
      <Input
        id="newMobile"
        value={mobile}
        inputMode="tel"
        autoComplete="tel"
        maxLength={11}
        disabled={sent}
        autoFocus
        onChange={(event) => form.setMobile(event.target.value.trim())}
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
            onChange={(event) => form.setCode(event.target.value.trim())}
          />
        </>
      ) : (
        <Captcha value={form.captcha} onChange={form.setCaptcha} onPicture={form.setCaptchaId} turn={form.turn} />
      )}
    </OwnForm>
  );
}

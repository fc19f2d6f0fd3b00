/** The parts of a form that begins with a mobile and the code sent to it. */
import { Captcha } from './Captcha';
import styles from './login.module.css';
import { TextInput } from './TextInput';
import type { MobileCode } from './use-mobile-code';

interface Props {
  readonly form: MobileCode;
}
export const MobileFields = ({ form }: Props) => (
  <>
    <TextInput id="mobile" label="手机号" value={form.mobile} onChange={form.setMobile} mode="tel" max={11} autoFocus />
    <Captcha value={form.captcha} onChange={form.setCaptcha} onPicture={form.setCaptchaId} turn={form.turn} />
  </>
);
export const CodeField = ({ form }: Props) => (
  <>
    <p className={styles.notice}>验证码已发送到 {form.mobile}，5 分钟内有效。</p>
    <TextInput
      id="code"
      label="短信验证码"
      value={form.code}
      onChange={form.setCode}
      mode="numeric"
      max={6}
      autoFocus
    />
  </>
);
/** Back to the sign-in, and to another code where one was sent. */
export const Below = ({ form, onAgain }: Props & { readonly onAgain?: (() => void) | undefined }) => (
  <p className={styles.below}>
    <a href="/v2/login">返回登录</a>
    {onAgain !== undefined && (
      <button type="button" className={styles.link} disabled={form.wait > 0} onClick={onAgain}>
        {form.wait > 0 ? `${form.wait} 秒后可重新获取` : '重新获取验证码'}
      </button>
    )}
  </p>
);

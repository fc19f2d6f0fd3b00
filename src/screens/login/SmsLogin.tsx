/** Sign-in by a code to the own mobile; who is in several organisations chooses one. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { saveSignIn } from '../../session/tokens';
import { ChooseOrg } from './ChooseOrg';
import { askSignIn, type Choice, signInSms } from './calls';
import styles from './login.module.css';
import { CodeField, MobileFields } from './MobileCode';
import { Refused } from './Refused';
import { useMobileCode } from './use-mobile-code';

interface Props {
  readonly head: ReactNode;
  readonly onSignedIn: () => void;
  readonly onExpired: () => void;
}
export const SmsLogin = ({ head, onSignedIn, onExpired }: Props) => {
  const form = useMobileCode(onExpired);
  const [isSent, setIsSent] = useState(false);
  const [choice, setChoice] = useState<Choice | null>(null);
  const { busy, mobile, code } = form;

  const enter = (more: { readonly org?: string; readonly ticket?: string } = {}): void =>
    void form.run(async () => {
      const answer = await signInSms(mobile, code, more);
      if ('chooseOrg' in answer) return setChoice(answer);
      saveSignIn(answer);
      onSignedIn();
    });
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    if (!isSent) form.send(askSignIn, () => setIsSent(true));
    else if (form.hasCode()) enter();
  };
  if (choice !== null)
    return (
      <ChooseOrg
        choice={choice}
        busy={busy}
        error={form.error}
        onBack={() => {
          // the code is used up
          setChoice(null);
          setIsSent(false);
          form.setCode('');
        }}
        onChoose={(org) => enter({ org, ticket: choice.ticket })}
      />
    );
  return (
    <form onSubmit={handleSubmit} noValidate>
      {head}
      {isSent ? <CodeField form={form} /> : <MobileFields form={form} />}
      <button type="submit" className={styles.primary} disabled={busy}>
        {isSent ? (busy ? '登录中…' : '登录') : '获取验证码'}
      </button>
      <Refused text={form.error} />
      {isSent && (
        <p className={styles.below}>
          <button type="button" className={styles.link} disabled={form.wait > 0} onClick={() => setIsSent(false)}>
            {form.wait > 0 ? `${form.wait} 秒后可重新获取` : '重新获取验证码'}
          </button>
        </p>
      )}
    </form>
  );
};

/** The old password and the new one twice, both sealed on their way. Done, everybody signs in again. */
import { Button, Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import { HttpError, http } from '../../../runtime/data/http';
import type { Feedback } from '../../../runtime/page/host';
import type { PasswordRules } from '../../../schemas/language/password';
import { clearSession } from '../../session/storage';
import { fetchInit } from '../login/calls';
import { sealPassword } from '../login/envelope';
import styles from './ChangePassword.module.css';
import { Strength } from './Strength';

interface Values {
  readonly oldPwd: string;
  readonly newPwd: string;
  readonly again: string;
}
interface Props {
  /** why it cannot be put off: first sign-in, reset, expired */
  readonly forced?: boolean;
  readonly feedback: Feedback;
}
/** long enough to read the sentence */
const LEAVE_MS = 1200;

export const ChangePassword = ({ forced = false, feedback }: Props) => {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const [typed, setTyped] = useState('');
  const [rules, setRules] = useState<PasswordRules | null>(null);
  useEffect(() => {
    http.get<PasswordRules>('/sys/user/passwordRules', { quiet: true }).then(setRules, () => undefined);
  }, []);
  const handleFinish = async ({ oldPwd, newPwd }: Values): Promise<void> => {
    setBusy(true);
    setError('');
    try {
      const init = await fetchInit();
      const body = {
        keyId: init.keyId,
        oldPwd: await sealPassword(oldPwd, init),
        newPwd: await sealPassword(newPwd, init),
      };
      await http.post('/sys/user/confirmPassword', body, { quiet: true });
      feedback.success('密码修改成功，请重新登录');
      // the one that changed it is over, too
      await http.post('/sys/signOut', {}, { quiet: true }).catch(() => undefined);
      clearSession();
      setTimeout(() => location.assign('/v2/login'), LEAVE_MS);
    } catch (cause) {
      setError(cause instanceof HttpError ? cause.msg : '修改没有完成，请重试');
      setBusy(false);
    }
  };
  return (
    <div className={styles.page} data-forced={forced || undefined}>
      <section className={styles.panel}>
        <h1>修改密码</h1>
        {forced && <p>继续之前请先修改密码。</p>}
        <Form<Values>
          layout="vertical"
          requiredMark={false}
          onValuesChange={(_changed, { newPwd }: Partial<Values>) => setTyped(newPwd ?? '')}
          onFinish={(values) => void handleFinish(values)}
        >
          <Form.Item name="oldPwd" label="原密码" rules={[{ required: true, message: '请输入原密码' }]}>
            <Input.Password autoComplete="current-password" autoFocus />
          </Form.Item>
          <Form.Item name="newPwd" label="新密码" rules={[{ required: true, message: '请输入新密码' }]}>
            <Input.Password autoComplete="new-password" />
          </Form.Item>
          <Strength password={typed} rules={rules} />
          <Form.Item
            name="again"
            label="再次输入新密码"
            dependencies={['newPwd']}
            rules={[
              { required: true, message: '请再次输入新密码' },
              ({ getFieldValue }) => ({
                validator: (_rule, value: string) =>
                  !value || value === getFieldValue('newPwd')
                    ? Promise.resolve()
                    : Promise.reject(new Error('两次输入的密码不一致')),
              }),
            ]}
          >
            <Input.Password autoComplete="new-password" />
          </Form.Item>
          {error !== '' && (
            <p className={styles.error} role="alert">
              {error}
            </p>
          )}
          <Button type="primary" htmlType="submit" loading={busy}>
            保存
          </Button>
        </Form>
      </section>
    </div>
  );
};

/** An empty installation: its first page makes the first organisation and the administrator. */
import { type FormEvent, useState } from 'react';
import { useSubmit } from '../use-submit';
import { createFirstOrg, type Init } from './calls';
import styles from './login.module.css';
import { Refused } from './Refused';

const FIELDS = [
  { code: 'orgName', label: '企业名称', type: 'text', hint: '' },
  { code: 'orgCode', label: '企业编码', type: 'text', hint: '小写字母开头，字母和数字，2–20 位' },
  { code: 'name', label: '管理员姓名', type: 'text', hint: '' },
  { code: 'loginName', label: '管理员账号', type: 'text', hint: '' },
  { code: 'password', label: '密码', type: 'password', hint: '含大写、小写、数字、符号中的三类' },
  { code: 'again', label: '再次输入密码', type: 'password', hint: '' },
] as const;
type Code = (typeof FIELDS)[number]['code'];

export const FirstOrg = ({ init, onDone }: { readonly init: Init; readonly onDone: () => void }) => {
  const [values, setValues] = useState<Readonly<Record<Code, string>>>({
    orgName: '',
    orgCode: '',
    name: '',
    loginName: 'admin',
    password: '',
    again: '',
  });
  const { busy, error, setError, submit } = useSubmit('创建失败，请重试');

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const missing = FIELDS.find(({ code }) => values[code].trim() === '');
    if (missing !== undefined) return setError(`请输入${missing.label}`);
    if (!/^[a-z][a-z0-9]{1,19}$/.test(values.orgCode))
      return setError('企业编码应以小写字母开头，只含小写字母和数字，2–20 位');
    if (values.password !== values.again) return setError('两次输入的密码不一致');
    const { again: _, ...given } = values;
    await submit(() => createFirstOrg(init, given).then(onDone));
  };
  return (
    <form onSubmit={(event) => void handleSubmit(event)} noValidate>
      <h2 className={styles.heading}>创建企业</h2>
      <p className={styles.notice}>这里还没有企业。创建第一个企业和它的管理员后即可登录。</p>
      {FIELDS.map(({ code, label, type, hint }) => (
        <div key={code}>
          <label className={styles.label} htmlFor={code}>
            {label}
            {hint !== '' && <small>{hint}</small>}
          </label>
          <input
            id={code}
            className={`${styles.input} ${styles.tight}`}
            type={type}
            value={values[code]}
            autoComplete={type === 'password' ? 'new-password' : 'off'}
            onChange={(event) => setValues({ ...values, [code]: event.target.value })}
          />
        </div>
      ))}
      <button type="submit" className={styles.primary} disabled={busy}>
        {busy ? '创建中…' : '创建企业'}
      </button>
      <Refused text={error} />
    </form>
  );
};

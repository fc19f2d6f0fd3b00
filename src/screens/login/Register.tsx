/** 注册: the mobile and its code, the organisation and a password; then where and as whom to sign in. */
import { type FormEvent, useState } from 'react';
import { newToken } from '../../../runtime/data/ids';
import { askRegister, hasOrgName, type Init, signUp } from './calls';
import styles from './login.module.css';
import { Below, CodeField, MobileFields } from './MobileCode';
import { Refused } from './Refused';
import { TextInput } from './TextInput';
import { useMobileCode } from './use-mobile-code';

type Step = 'mobile' | 'org';
interface Props {
  readonly init: Init;
  readonly onExpired: () => void;
  readonly onDone: (url: string) => void;
}
export const Register = ({ init, onExpired, onDone }: Props) => {
  const { terms = '' } = init;
  const [step, setStep] = useState<Step>('mobile');
  const form = useMobileCode(onExpired);
  const { mobile, code, busy, error, setError, run } = form;
  const [orgName, setOrgName] = useState('');
  const [contact, setContact] = useState('');
  const [industry, setIndustry] = useState('');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [agree, setAgree] = useState(false);
  const [token] = useState(newToken);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (step === 'mobile') return form.send(askRegister, () => setStep('org'));
    if (!form.hasCode()) return;
    if (orgName.trim() === '') return setError('请填写企业名称');
    if (contact.trim() === '') return setError('请填写联系人');
    if (password === '') return setError('请输入密码');
    if (password !== again) return setError('两次输入的密码不一致');
    if (terms !== '' && !agree) return setError('请先阅读并同意服务条款');
    void run(async () => {
      const made = await signUp(init, { mobile, code, orgName, industry, contact, password, token });
      const wait = made.mustWait ? '&wait=1' : '';
      onDone(
        `/register/success?org=${encodeURIComponent(made.orgCode)}&name=${encodeURIComponent(made.loginName)}${wait}`,
      );
    });
  };
  const handleName = (): void => {
    if (orgName.trim() === '') return;
    hasOrgName(orgName.trim()).then(
      (exists) => exists && setError('企业名称已存在'),
      () => undefined,
    );
  };

  return (
    <form onSubmit={handleSubmit} noValidate>
      <h2 className={styles.heading}>{step === 'mobile' ? '注册 · 手机验证' : '注册 · 企业信息'}</h2>
      {step === 'mobile' ? (
        <MobileFields form={form} />
      ) : (
        <>
          <CodeField form={form} />
          <div onBlur={handleName}>
            <TextInput
              id="orgName"
              label="企业名称"
              value={orgName}
              onChange={setOrgName}
              fills="organization"
              max={60}
            />
          </div>
          <TextInput id="contact" label="联系人" value={contact} onChange={setContact} fills="name" max={20} />
          <label className={styles.label} htmlFor="industry">
            行业
          </label>
          <select
            id="industry"
            className={styles.input}
            value={industry}
            onChange={(event) => setIndustry(event.target.value)}
          >
            <option value="">请选择</option>
            {(init.industries ?? []).map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <TextInput id="newPwd" label="密码" value={password} onChange={setPassword} secret />
          <TextInput id="again" label="再次输入密码" value={again} onChange={setAgain} secret />
          {terms !== '' && (
            <>
              <details className={styles.terms}>
                <summary>服务条款</summary>
                <p>{terms}</p>
              </details>
              <div className={styles.options}>
                <label>
                  <input type="checkbox" checked={agree} onChange={(event) => setAgree(event.target.checked)} />
                  我已阅读并同意服务条款
                </label>
              </div>
            </>
          )}
        </>
      )}
      <button type="submit" className={styles.primary} disabled={busy}>
        {step === 'mobile' ? '获取验证码' : busy ? '正在建立企业…' : '注册'}
      </button>
      <Refused text={error} />
      <Below form={form} onAgain={step === 'org' ? () => setStep('mobile') : undefined} />
    </form>
  );
};

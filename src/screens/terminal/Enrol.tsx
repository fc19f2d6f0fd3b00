/** A browser becomes a terminal: it says where it stands, then waits until the administrator has typed the code it shows. */
import { type FormEvent, useEffect, useState } from 'react';
import { HttpError } from '../../../runtime/data/http';
import loginStyles from '../login/login.module.css';
import { Refused } from '../login/Refused';
import { TextInput } from '../login/TextInput';
import { useSubmit } from '../use-submit';
import { enrol, stateOf } from './calls';
import { keepTerminal, type OwnTerminal } from './store';
import styles from './terminal.module.css';

const APPROVED = '60';
const ASK_MS = 5_000;

export const Enrol = ({ onEnrolled }: { readonly onEnrolled: (terminal: OwnTerminal) => void }) => {
  const [orgCode, setOrgCode] = useState('');
  const [name, setName] = useState('');
  const { busy, error, setError, submit } = useSubmit();
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    if (orgCode.trim() === '') return setError('请输入企业编码');
    if (name.trim() === '') return setError('请填写终端名称');
    await submit(async () => {
      const made = { ...(await enrol(orgCode.trim(), name.trim())), name: name.trim() };
      keepTerminal(made);
      onEnrolled(made);
    });
  };
  return (
    <form className={styles.narrow} onSubmit={(event) => void handleSubmit(event)} noValidate>
      <h2 className={loginStyles.heading}>登记为工位终端</h2>
      <p className={loginStyles.notice}>登记并由管理员批准后，操作工在这台设备上用工号加PIN登录。</p>
      <TextInput id="orgCode" label="企业编码" value={orgCode} onChange={setOrgCode} fills="organization" autoFocus />
      <TextInput id="terminalName" label="终端名称" value={name} onChange={setName} fills="off" max={50} />
      <button type="submit" className={loginStyles.primary} disabled={busy}>
        登记
      </button>
      <Refused text={error} />
      <p className={loginStyles.below}>
        <a href="/v2/login?account=1">返回账号登录</a>
      </p>
    </form>
  );
};

interface WaitingProps {
  readonly own: OwnTerminal;
  readonly onApproved: () => void;
  readonly onGone: (text: string) => void;
}
export const Waiting = ({ own, onApproved, onGone }: WaitingProps) => {
  useEffect(() => {
    const ask = (): void => {
      stateOf(own).then(
        ({ status }) => status === APPROVED && onApproved(),
        // without network it goes on waiting
        (cause: unknown) => cause instanceof HttpError && cause.code === 203 && onGone(cause.msg),
      );
    };
    ask();
    const timer = setInterval(ask, ASK_MS);
    return () => clearInterval(timer);
  }, [own, onApproved, onGone]);
  return (
    <div className={styles.waiting}>
      <h2>等待管理员批准</h2>
      <output aria-label="配对码">{own.pairCode}</output>
      <p>请管理员在「系统管理 › 工位终端」中批准「{own.name}」，并输入这个配对码。</p>
    </div>
  );
};

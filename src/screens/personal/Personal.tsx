/** 个人信息: who I am here, the mobile codes go to, and where I am signed in. */
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import type { Feedback } from '../../../runtime/page/host';
import { PageFault, PageLoading } from '../../../runtime/page/PageStates';
import type { OwnBind, OwnSession, Profile } from '../../../schemas/language/wire';
import { endSession, fetchProfile, unbind } from './calls';
import { clientName } from './client-name';
import { MobileForm } from './MobileForm';
import { OwnPanels } from './OwnPanels';
import styles from './Personal.module.css';

interface Props {
  readonly feedback: Feedback;
  readonly onOpen: (url: string) => void;
}

export const Personal = ({ feedback, onOpen }: Props) => {
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['profile'],
    queryFn: fetchProfile,
    staleTime: 0,
  });
  if (isPending) return <PageLoading />;
  if (error) return <PageFault error={error} onRetry={() => void refetch()} />;
  const reload = (): void => void refetch();
  return (
    <div className={styles.page}>
      <section className={styles.panel}>
        <h1>个人信息</h1>
        <dl className={styles.facts}>
          <Fact title="姓名" text={data.name} />
          <Fact title="登录账号" text={data.loginName} />
          <Fact title="部门" text={data.dept} />
          <Fact title="角色" text={data.roles.join('、')} />
          <Fact title="员工" text={data.employee} />
          <Fact title="最近登录" text={data.lastLoginAt ?? ''} />
        </dl>
        <p className={styles.hint}>以上信息由管理员维护，如有错误请联系管理员。</p>
      </section>
      <section className={styles.panel}>
        <h2>账号安全</h2>
        <div className={styles.row}>
          <span>密码</span>
          <Button onClick={() => onOpen('/personal/changePwd')}>修改密码</Button>
        </div>
        <Mobile profile={data} feedback={feedback} onChanged={reload} />
        {data.binds.map((one) => (
          <Bind key={one.id} bind={one} feedback={feedback} onEnded={reload} />
        ))}
      </section>
      <OwnPanels feedback={feedback} />
      <section className={styles.panel}>
        <h2>登录会话</h2>
        <p className={styles.hint}>不认识的登录请立即下线，并修改密码。</p>
        <ul className={styles.sessions}>
          {data.sessions.map((one) => (
            <Session key={one.id} session={one} feedback={feedback} onEnded={reload} />
          ))}
        </ul>
      </section>
    </div>
  );
};

const Fact = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <>
    <dt>{title}</dt>
    <dd>{text || '--'}</dd>
  </>
);

interface MobileProps {
  readonly profile: Profile;
  readonly feedback: Feedback;
  readonly onChanged: () => void;
}
function Mobile({ profile, feedback, onChanged }: MobileProps) {
  const [changing, setChanging] = useState(false);
  const handleDone = (): void => {
    setChanging(false);
    feedback.success('手机号已更换');
    onChanged();
  };
  return (
    <>
      <div className={styles.row}>
        <span>手机号</span>
        <b>{profile.mobile || '未绑定'}</b>
        {profile.canChangeMobile && !changing && (
          <Button onClick={() => setChanging(true)}>{profile.mobile === '' ? '绑定' : '更换'}</Button>
        )}
        {!profile.canChangeMobile && <small>企业未配置短信通道，暂不能更换</small>}
      </div>
      {changing && <MobileForm onDone={handleDone} onCancel={() => setChanging(false)} />}
    </>
  );
}

interface BindProps {
  readonly bind: OwnBind;
  readonly feedback: Feedback;
  readonly onEnded: () => void;
}
function Bind({ bind, feedback, onEnded }: BindProps) {
  const [busy, setBusy] = useState(false);
  const handleEnd = async (): Promise<void> => {
    if (!(await feedback.confirm('解绑后不能再用钉钉登录，需要时可重新绑定，是否继续？', { danger: true }))) return;
    setBusy(true);
    try {
      await unbind(bind.id);
      feedback.success('已解绑');
    } catch {
      // said by the call itself
    }
    setBusy(false);
    onEnded();
  };
  return (
    <div className={styles.row}>
      <span>{bind.kind === '10' ? '钉钉' : '第三方'}</span>
      <b>{bind.boundAt.slice(0, 10)} 绑定</b>
      <Button loading={busy} onClick={() => void handleEnd()}>
        解绑
      </Button>
    </div>
  );
}

interface SessionProps {
  readonly session: OwnSession;
  readonly feedback: Feedback;
  readonly onEnded: () => void;
}
function Session({ session, feedback, onEnded }: SessionProps) {
  const [busy, setBusy] = useState(false);
  const name = clientName(session.client);
  const handleEnd = async (): Promise<void> => {
    if (!(await feedback.confirm(`「${name}」将立即退出，未保存的内容会丢失，是否继续？`, { danger: true }))) return;
    setBusy(true);
    try {
      await endSession(session.id);
      feedback.success('已下线');
    } catch {
      // said by the call itself
    }
    setBusy(false);
    onEnded();
  };
  return (
    <li>
      <div>
        <b>{name}</b>
        {session.current && <em>当前</em>}
        <small>
          {KINDS[session.kind] ?? '其他方式'}登录 · {session.ip} · {session.startedAt}
          {session.lastSeenAt !== null && ` · 最近活动 ${session.lastSeenAt}`}
        </small>
      </div>
      {!session.current && (
        <Button danger loading={busy} onClick={() => void handleEnd()}>
          下线
        </Button>
      )}
    </li>
  );
}

/** dictionary sessionKind */
const KINDS: Readonly<Record<string, string>> = {
  '10': '密码',
  '20': '短信',
  '30': '钉钉',
  '40': '第三方',
  '50': '自动',
  '60': '终端PIN',
};

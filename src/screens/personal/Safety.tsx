/** 安全: password, mobile, PIN, other ways in, and who signed in as me. */
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { keys } from '../../../runtime/data/query-client';
import { recordClient } from '../../../runtime/data/record-client';
import { type Feedback, useHost } from '../../../runtime/page/host';
import type { OwnBind, OwnSession, OwnSignIn, Profile } from '../../../schemas/language/wire';
import { endSession, savePin, unbind } from './calls';
import { clientName } from './client-name';
import { MobileForm } from './MobileForm';
import styles from './Personal.module.css';
import { PinForm } from './PinForm';
import { useAct } from './use-act';

interface Props {
  readonly profile: Profile;
  readonly onChanged: () => void;
}

export const Safety = ({ profile, onChanged }: Props) => {
  const { feedback, openPage } = useHost();
  const kinds = useSessionKinds();
  return (
    <>
      <section className={styles.panel}>
        <h2>账号安全</h2>
        <div className={styles.row}>
          <span>密码</span>
          <Button onClick={() => openPage('/personal/changePwd')}>修改密码</Button>
        </div>
        <Mobile profile={profile} feedback={feedback} onChanged={onChanged} />
        <Pin hasPin={profile.hasPin} feedback={feedback} onChanged={onChanged} />
        {profile.binds.map((bind) => (
          <Bind key={bind.id} bind={bind} feedback={feedback} onEnded={onChanged} />
        ))}
      </section>
      <section className={styles.panel}>
        <h2>登录会话</h2>
        <p className={styles.hint}>不认识的登录请立即下线，并修改密码。</p>
        <ul className={styles.sessions}>
          {profile.sessions.map((session) => (
            <Session
              key={session.id}
              session={session}
              kind={kinds.get(session.kind)}
              feedback={feedback}
              onEnded={onChanged}
            />
          ))}
        </ul>
      </section>
      <section className={styles.panel}>
        <h2>最近登录</h2>
        <ul className={styles.sessions} aria-label="最近登录">
          {profile.signIns.map((eachIn) => (
            <SignIn key={eachIn.at + eachIn.ip + String(eachIn.ok)} signIn={eachIn} />
          ))}
        </ul>
      </section>
    </>
  );
};

const KIND_DICT = 'sessionKind';
const useSessionKinds = (): ReadonlyMap<string, string> => {
  const { data } = useQuery({
    queryKey: keys.dicts([KIND_DICT]),
    queryFn: () => recordClient.dictionaries([KIND_DICT], { quiet: true }),
  });
  return useMemo(() => new Map(data?.[KIND_DICT]?.items.map(({ code, title }) => [code, title])), [data]);
};

interface PartProps {
  readonly feedback: Feedback;
  readonly onChanged: () => void;
}
function Mobile({ profile, feedback, onChanged }: PartProps & { readonly profile: Profile }) {
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

function Pin({ hasPin, feedback, onChanged }: PartProps & { readonly hasPin: boolean }) {
  const [changing, setChanging] = useState(false);
  const ask = '清除后不能再用PIN在工位终端登录，终端上的登录立即退出，是否继续？';
  const { busy, act } = useAct({ feedback, ask, run: () => savePin(null), said: 'PIN已清除', onDone: onChanged });
  const handleDone = (): void => {
    setChanging(false);
    feedback.success('PIN已保存');
    onChanged();
  };
  return (
    <>
      <div className={styles.row}>
        <span>终端PIN</span>
        <b>{hasPin ? '已设置' : '未设置'}</b>
        {!changing && <Button onClick={() => setChanging(true)}>{hasPin ? '更换PIN' : '设置PIN'}</Button>}
        {hasPin && !changing && (
          <Button loading={busy} onClick={() => void act()}>
            清除PIN
          </Button>
        )}
      </div>
      {changing && <PinForm onDone={handleDone} onCancel={() => setChanging(false)} />}
    </>
  );
}

interface BindProps {
  readonly bind: OwnBind;
  readonly feedback: Feedback;
  readonly onEnded: () => void;
}
function Bind({ bind, feedback, onEnded }: BindProps) {
  const ask = '解绑后不能再用钉钉登录，需要时可重新绑定，是否继续？';
  const { busy, act } = useAct({ feedback, ask, run: () => unbind(bind.id), said: '已解绑', onDone: onEnded });
  return (
    <div className={styles.row}>
      <span>{bind.kind === '10' ? '钉钉' : '第三方'}</span>
      <b>{bind.boundAt.slice(0, 10)} 绑定</b>
      <Button loading={busy} onClick={() => void act()}>
        解绑
      </Button>
    </div>
  );
}

interface SessionProps {
  readonly session: OwnSession;
  /** how it was opened; undefined until the dictionary is there */
  readonly kind: string | undefined;
  readonly feedback: Feedback;
  readonly onEnded: () => void;
}
function Session({ session, kind, feedback, onEnded }: SessionProps) {
  const name = clientName(session.client);
  const ask = `「${name}」将立即退出，未保存的内容会丢失，是否继续？`;
  const { busy, act } = useAct({
    feedback,
    ask,
    run: () => endSession(session.id),
    said: '已下线',
    onDone: onEnded,
  });
  return (
    <li>
      <div>
        <b>{name}</b>
        {session.current && <em>当前</em>}
        <small>
          {[kind, session.ip, session.startedAt].filter(Boolean).join(' · ')}
          {session.lastSeenAt !== null && ` · 最近活动 ${session.lastSeenAt}`}
        </small>
      </div>
      {!session.current && (
        <Button danger loading={busy} onClick={() => void act()}>
          下线
        </Button>
      )}
    </li>
  );
}

const SignIn = ({ signIn: { at, ip, client, ok, msg } }: { readonly signIn: OwnSignIn }) => (
  <li data-failed={!ok || undefined}>
    <div>
      <b>{at}</b>
      <em>{ok ? '成功' : '失败'}</em>
      <small>{[clientName(client), ip, ...(ok ? [] : [msg])].filter((part) => part !== '').join(' · ')}</small>
    </div>
  </li>
);

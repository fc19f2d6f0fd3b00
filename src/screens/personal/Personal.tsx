/** 个人中心 (10 §4): who I am and how I want it, my sign-ins, who acts for me, and what I keep for myself. */
import { useQuery } from '@tanstack/react-query';
import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import { HostContext, useHost } from '../../../runtime/page/host';
import { PageFault, PageLoading } from '../../../runtime/page/PageStates';
import { PageHost } from '../../../runtime/pages/index';
import type { Profile } from '../../../schemas/language/wire';
import type { SessionStore } from '../../session/session';
import { fetchProfile } from './calls';
import { OwnShortcuts } from './OwnShortcuts';
import styles from './Personal.module.css';
import { Phrases } from './Phrases';
import { Safety } from './Safety';
import { Schemes } from './Schemes';

const TABS = [
  ['base', '基本信息'],
  ['safety', '安全'],
  ['delegate', '我的委托'],
  ['schemes', '我的查询方案'],
  ['phrases', '常用意见'],
  ['shortcuts', '我的快捷'],
] as const;
type TabCode = (typeof TABS)[number][0];

export const Personal = observer(({ session }: { readonly session: SessionStore }) => {
  const host = useHost();
  const wanted = host.params.get('tab');
  const at: TabCode = TABS.find(([code]) => code === wanted)?.[0] ?? 'base';
  // what was typed stays while another tab is looked at
  const [seen, setSeen] = useState<ReadonlySet<TabCode>>(new Set());
  if (!seen.has(at)) setSeen(new Set([...seen, at]));
  const profile = useQuery({ queryKey: ['profile'], queryFn: fetchProfile, staleTime: 0 });
  const turn = (code: TabCode): void => host.setParams(new URLSearchParams(code === 'base' ? {} : { tab: code }));
  const panel = (code: TabCode) => {
    if (code === 'delegate') return <Embedded page="flowDelegate" active={at === code} />;
    if (code === 'schemes') return <Schemes feedback={host.feedback} />;
    if (code === 'phrases') return <Phrases feedback={host.feedback} />;
    if (code === 'shortcuts') return <OwnShortcuts session={session} feedback={host.feedback} />;
    if (profile.data === undefined)
      return profile.error === null ? (
        <PageLoading />
      ) : (
        <PageFault error={profile.error} onRetry={() => void profile.refetch()} />
      );
    return code === 'safety' ? (
      <Safety profile={profile.data} onChanged={() => void profile.refetch()} />
    ) : (
      <>
        <Facts profile={profile.data} />
        <Embedded page="userProfile" active={at === code} onStored={() => void session.loadOwn()} />
      </>
    );
  };
  return (
    <div className={styles.centre}>
      <div className={styles.tabs} role="tablist" aria-label="个人中心">
        {TABS.filter(([code]) => code !== 'delegate' || session.can('flowDelegate:view')).map(([code, title]) => (
          <button
            key={code}
            id={`own-${code}`}
            type="button"
            role="tab"
            aria-selected={code === at}
            aria-controls={`own-${code}-panel`}
            data-on={code === at || undefined}
            onClick={() => turn(code)}
          >
            {title}
          </button>
        ))}
      </div>
      {TABS.filter(([code]) => seen.has(code)).map(([code]) => (
        <div
          key={code}
          id={`own-${code}-panel`}
          role="tabpanel"
          aria-labelledby={`own-${code}`}
          className={code === 'delegate' || code === 'base' ? styles.whole : styles.page}
          hidden={code !== at}
        >
          {panel(code)}
        </div>
      ))}
    </div>
  );
});

interface EmbeddedProps {
  readonly page: string;
  readonly active: boolean;
  /** what was typed is stored, or given up */
  readonly onStored?: () => void;
}
/** A page of the product inside the tab: its own query, the title of the centre. */
const Embedded = ({ page, active, onStored }: EmbeddedProps) => {
  const host = useHost();
  const [params, setParams] = useState(() => new URLSearchParams());
  const own = useMemo(
    () => ({
      ...host,
      active: host.active && active,
      params,
      setParams,
      setTitle: () => undefined,
      setDirty: (dirty: boolean) => {
        host.setDirty(dirty);
        if (!dirty) onStored?.();
      },
    }),
    [host, active, params, onStored],
  );
  return (
    <HostContext value={own}>
      <PageHost page={page} />
    </HostContext>
  );
};

const Facts = ({ profile }: { readonly profile: Profile }) => (
  <section className={styles.strip} aria-label="账号">
    <dl className={styles.facts}>
      <Fact title="姓名" text={profile.name} />
      <Fact title="登录账号" text={profile.loginName} />
      <Fact title="手机" text={profile.mobile} />
      <Fact title="部门" text={profile.dept} />
      <Fact title="角色" text={profile.roles.join('、')} />
      <Fact title="员工" text={profile.employee} />
    </dl>
    <small>以上由管理员维护，如有错误请联系管理员；手机在「安全」里更换。</small>
  </section>
);
const Fact = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <div>
    <dt>{title}</dt>
    <dd>{text || '--'}</dd>
  </div>
);

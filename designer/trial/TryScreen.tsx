/**
 * The draft in use: the real pages over copies of its tables, with somebody's rights. What is written goes nowhere else and is gone with
 * the sandbox; other tables are read as they are and cannot be written.
 */
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { enterSandbox } from '../../runtime/data/http';
import { createQueryClient } from '../../runtime/data/query-client';
import { type Host, HostContext, useHost } from '../../runtime/page/index';
import { PageLoading } from '../../runtime/page/PageStates';
import { PageHost } from '../../runtime/pages/index';
import { designClient } from '../data/client';
import type { Sandbox } from '../data/types';
import type { TryWish } from './TryDialog';
import styles from './try.module.css';

interface Props {
  readonly draft: string;
  /** code of the object whose list is shown first */
  readonly object: string;
  readonly title: string;
  readonly wish: TryWish;
  readonly onClose: () => void;
}

export const TryScreen = ({ draft, object, title, wish, onClose }: Props) => {
  const { rows, as, name } = wish;
  const opened = useQuery({
    queryKey: ['design', 'sandbox', draft, wish],
    queryFn: () => designClient.sandbox({ draft, rows, ...(as === undefined ? {} : { as }) }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return (
    <div className={styles.screen}>
      <header className={styles.bar}>
        <b>试用 {title}</b>
        <span>身份：{name}</span>
        <span>这里保存的内容不会进入正式数据</span>
        <Button type="primary" onClick={onClose}>
          结束试用
        </Button>
      </header>
      {opened.error !== null ? (
        <p className={styles.failed} role="alert">
          {opened.error.message}
        </p>
      ) : opened.data === undefined ? (
        <PageLoading />
      ) : (
        <Tried key={opened.data.sandbox} sandbox={opened.data} object={object} onClose={onClose} />
      )}
    </div>
  );
};

interface TriedProps {
  readonly sandbox: Sandbox;
  readonly object: string;
  readonly onClose: () => void;
}
/** Calls of its pages go to the sandbox from before the first of them until it is left. */
const Tried = ({ sandbox, object, onClose }: TriedProps) => {
  const outer = useHost();
  const [client] = useState(createQueryClient);
  const [inside, setInside] = useState(false);
  const [trail, setTrail] = useState<readonly string[]>([`/${object}`]);
  useEffect(() => {
    enterSandbox(sandbox.sandbox);
    setInside(true);
    return () => {
      enterSandbox(undefined);
      client.clear();
    };
  }, [sandbox, client]);
  const url = trail.at(-1) ?? '';
  const host = useMemo<Host>(() => {
    const granted = new Set(sandbox.as.functions);
    const { me } = sandbox.as;
    const here = (next: string): void => setTrail((now) => [...now.slice(0, -1), next]);
    const [path = '', query = ''] = url.split('?');
    return {
      ...outer,
      openPage: (next) => setTrail((now) => [...now, next]),
      closePage: () => (trail.length > 1 ? setTrail(trail.slice(0, -1)) : onClose()),
      setDirty: () => undefined,
      setTitle: () => undefined,
      params: new URLSearchParams(query),
      setParams: (params) => here(params.size === 0 ? path : `${path}?${params.toString()}`),
      active: true,
      inWindow: true,
      urlOf: (page) => `/${page}`,
      session: {
        ...outer.session,
        // what is typed here is not offered in the real form
        me: { ...me, org: `${me.org}/try` },
        can: (right) => granted.has('*') || granted.has(right),
      },
    };
  }, [outer, sandbox, url, trail, onClose]);
  if (!inside) return <PageLoading />;
  return (
    <QueryClientProvider client={client}>
      <HostContext value={host}>
        {trail.length > 1 && (
          <nav className={styles.back}>
            <Button size="small" onClick={() => setTrail(trail.slice(0, -1))}>
              返回
            </Button>
          </nav>
        )}
        <div className={styles.page}>
          <PageHost key={url.split('?')[0]} page={(url.split('?')[0] ?? '').slice(1)} />
        </div>
      </HostContext>
    </QueryClientProvider>
  );
};

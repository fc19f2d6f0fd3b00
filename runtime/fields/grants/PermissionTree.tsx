/** Block permissionTree: what this user, or one who had nothing but this role, may do. Only to be looked at. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { GrantPreview } from '../../../schemas/language/wire';
import { http } from '../../data/http';
import { PageFault, PageLoading } from '../../page/PageStates';
import type { Page } from '../../page/types';
import styles from './Grants.module.css';
import { GrantReader } from './GrantTree';

export function PermissionTree({ page, id }: { readonly page: Page; readonly id: string }) {
  const { object } = page.object;
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['grants', object, id],
    queryFn: () => http.get<GrantPreview>('/sys/role/tryAs', { quiet: true, params: { object, id } }),
    // others change roles and departments
    staleTime: 0,
  });
  const notes = useMemo(() => new Map((data?.functions ?? []).map((item) => [item.code, item])), [data]);
  const chosen = useMemo(() => (data?.functions ?? []).map(({ code }) => code), [data]);
  if (isPending) return <PageLoading />;
  if (error) return <PageFault error={error} onRetry={() => void refetch()} />;
  return (
    <div className={styles.preview}>
      <dl className={styles.facts}>
        {object === 'user' && <dt>角色</dt>}
        {object === 'user' && <dd>{data.roles.join('、') || '没有角色，登录后只能看到首页'}</dd>}
        <dt>字段组</dt>
        <dd>{data.super ? '全部' : data.groups.join('、') || '无'}</dd>
      </dl>
      {data.super ? <p>超级管理员：本企业的全部功能和数据。</p> : <GrantReader chosen={chosen} notes={notes} />}
    </div>
  );
}

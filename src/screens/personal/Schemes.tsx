/** 我的查询方案: the schemes I keep on any page; which of them a page opens with. */
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type Feedback, useHost } from '../../../runtime/page/host';
import { PageFault, PageLoading } from '../../../runtime/page/PageStates';
import type { OwnScheme } from '../../../schemas/language/wire';
import { fetchSchemes, schemeCall } from './calls';
import styles from './Personal.module.css';
import { useAct } from './use-act';

export const Schemes = ({ feedback }: { readonly feedback: Feedback }) => {
  const { data, error, refetch } = useQuery({ queryKey: ['own', 'schemes'], queryFn: fetchSchemes, staleTime: 0 });
  if (data === undefined)
    return error === null ? <PageLoading /> : <PageFault error={error} onRetry={() => void refetch()} />;
  return (
    <section className={styles.panel}>
      <h2>我的查询方案</h2>
      <p className={styles.hint}>在列表的查询条件旁保存；默认方案在打开页面时自动使用。</p>
      {data.length === 0 && <p className={styles.none}>还没有自己的方案</p>}
      <ul className={styles.sessions}>
        {data.map((scheme) => (
          <SchemeLine key={scheme.id} scheme={scheme} feedback={feedback} onDone={() => void refetch()} />
        ))}
      </ul>
    </section>
  );
};

interface LineProps {
  readonly scheme: OwnScheme;
  readonly feedback: Feedback;
  readonly onDone: () => void;
}
const SchemeLine = ({ scheme: { id, name, type, page, isDefault }, feedback, onDone }: LineProps) => {
  const host = useHost();
  const url = host.urlOf(type);
  const ask = `方案「${name}」删除后不能恢复，是否继续？`;
  const del = useAct({ feedback, ask, run: () => schemeCall('del', id), said: '已删除', onDone });
  const set = useAct({
    feedback,
    run: () => schemeCall(isDefault ? 'cancelDefault' : 'setDefault', id),
    said: isDefault ? '已取消默认' : '已设为默认',
    onDone,
  });
  return (
    <li>
      <div>
        <b>{name}</b>
        {isDefault && <em>默认</em>}
        <small>{page}</small>
      </div>
      <div className={styles.buttons}>
        {url !== undefined && <Button onClick={() => host.openPage(`${url}?scheme=${id}`)}>打开</Button>}
        <Button loading={set.busy} onClick={() => void set.act()}>
          {isDefault ? '取消默认' : '设为默认'}
        </Button>
        <Button danger aria-label={`删除方案${name}`} loading={del.busy} onClick={() => void del.act()}>
          删除
        </Button>
      </div>
    </li>
  );
};

/** Block linkGraph: all links between documents in one picture; a way opens the link it stands for. */
import { useQuery } from '@tanstack/react-query';
import { keys } from '../data/query-client';
import { recordClient } from '../data/record-client';
import type { ListBody, WireRow } from '../data/types';
import { useHost } from '../page/host';
import { PageFault, PageLoading } from '../page/PageStates';
import type { RecordBlockProps } from '../page/record-block';
import { LayerGraph } from './LayerGraph';
import { layersOf } from './layers';

const LEGEND = [{ title: '系统预置' }, { tone: 'own', title: '自建' }, { tone: 'off', title: '已停用' }];
const BODY: ListBody = {
  current: 1,
  size: 500,
  scheme: 'all',
  columns: ['srcDoc', 'dstDoc', 'name', 'isSystem', 'isDisabled', 'mode'],
};

export function LinkGraph({ page, record }: RecordBlockProps) {
  const host = useHost();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: keys.list(page.object.object, page.code, BODY),
    queryFn: ({ signal }) => recordClient.list(page.code, BODY, { quiet: true, signal }),
  });
  if (isPending) return <PageLoading />;
  if (error !== null && data === undefined) return <PageFault error={error} onRetry={() => void refetch()} />;
  const links = data?.records ?? [];
  const text = (row: WireRow, field: string): string => String(row[field] ?? '');
  const titles = page.dicts.get('documentCode');
  const before = new Map<string, string[]>();
  for (const link of links) {
    const [from, to] = [text(link, 'srcDoc'), text(link, 'dstDoc')];
    if (!before.has(from)) before.set(from, []);
    before.set(to, [...(before.get(to) ?? []), from]);
  }
  const url = host.urlOf(`${page.object.object}#detail`);
  const ways = (code: string): number => links.filter((link) => text(link, 'srcDoc') === code).length;
  const nodes = [...layersOf(before)].map(([code, place]) => ({
    key: code,
    ...place,
    name: titles?.items.find((item) => item.code === code)?.title ?? code,
    note: ways(code) === 0 ? '没有下游' : `下游${ways(code)}种`,
    tone: code === record.srcDoc || code === record.dstDoc ? 'inspect' : undefined,
  }));
  return (
    <LayerGraph
      label={`关系图：${links.map((link) => text(link, 'name')).join('，')}`}
      nodes={nodes}
      edges={links.map((link) => ({
        key: link.id,
        from: text(link, 'srcDoc'),
        to: text(link, 'dstDoc'),
        title: text(link, 'name'),
        tone: text(link, 'isDisabled') === '1' ? 'off' : link.isSystem === true ? undefined : 'own',
        ...(url === undefined ? {} : { onOpen: () => host.openPage(`${url}?id=${encodeURIComponent(link.id)}`) }),
      }))}
      legend={LEGEND}
    />
  );
}

/** Blocks a document may name over a stored record: in forms, in tabs of a detail page and below a list. Each asks only its own calls. */
import { type ComponentType, lazy, Suspense } from 'react';
import type { Json } from '../../schemas/language/value';
import { PageLoading } from '../page/PageStates';
import type { RecordBlockProps } from '../page/record-block';
import type { Page } from '../page/types';
import { isRecordBlock, type RecordBlockName } from './block-names';
import { HistoryTab } from './HistoryTab';

/** of administrators only */
const PermissionTree = lazy(() =>
  import('../fields/grants/PermissionTree').then((module) => ({ default: module.PermissionTree })),
);

const MonthCalendar = lazy(() => import('./MonthCalendar').then((module) => ({ default: module.MonthCalendar })));
/** of bills of materials only */
const BomTree = lazy(() => import('../bom/BomTree').then((module) => ({ default: module.BomTree })));

/** of instructions only */
const SopViewer = lazy(() => import('../sop/SopViewer').then((module) => ({ default: module.SopViewer })));

/** of 上下游配置 only */
const LinkGraph = lazy(() => import('./LinkGraph').then((module) => ({ default: module.LinkGraph })));

const BLOCKS: Readonly<Record<RecordBlockName, ComponentType<RecordBlockProps>>> = {
  timeline: HistoryTab,
  permissionTree: PermissionTree,
  monthCalendar: MonthCalendar,
  bomTree: BomTree,
  sopViewer: SopViewer,
  linkGraph: LinkGraph,
};

export interface NamedBlockProps {
  readonly name: string;
  readonly page: Page;
  readonly record: { readonly [field: string]: unknown } | null;
  readonly onRun?: RecordBlockProps['onRun'];
}

/** The block of a name over a record; nothing before there is one. */
export function RecordBlock({ name, page, record, onRun }: NamedBlockProps) {
  if (!isRecordBlock(name) || record === null) return null;
  const Block = BLOCKS[name];
  return (
    <Suspense fallback={<PageLoading />}>
      <Block
        page={page}
        id={String(record.id ?? '')}
        version={record.version as Json | undefined}
        record={record}
        {...(onRun === undefined ? {} : { onRun })}
      />
    </Suspense>
  );
}

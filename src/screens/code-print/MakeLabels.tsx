/** New labels of materials, devices, places and people: what lists hand over, what is chosen or scanned. */
import { Button, Segmented } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useHost } from '../../../runtime/page/host';
import { PageTitle } from '../../../runtime/page/PageTitle';
import type { LabelSort, LabelSource, ScanHit } from '../../../schemas/language/wire-labels';
import styles from './CodePrint.module.css';
import { labelCalls, said } from './calls';
import { LabelDesk } from './LabelDesk';
import { countAll, joined, rowOf, type SourceRow, wishOf } from './rows';
import { SourceTable } from './SourceTable';
import { useLabelDesk } from './use-label-desk';

export const SORTS: readonly { readonly value: LabelSort; readonly label: string; readonly object: string }[] = [
  { value: 'LB', label: '物料/批次', object: 'material' },
  { value: 'EQ', label: '设备', object: 'equipment' },
  { value: 'PS', label: '库位', object: 'position' },
  { value: 'EM', label: '员工', object: 'employee' },
];
const ANEW = '更换类型将清空当前列表，是否继续？';

interface Props {
  readonly from: string;
  readonly ids: readonly string[];
}

export function MakeLabels({ from, ids }: Props) {
  const { feedback, session, setDirty } = useHost();
  const [type, setType] = useState<LabelSort>(SORTS.find((sort) => sort.object === from)?.value ?? 'LB');
  const [rows, setRows] = useState<readonly SourceRow[]>([]);
  const sort = SORTS.find((sort) => sort.value === type) ?? SORTS[0]!;
  const count = countAll(type, rows);
  const wishes = { type, rows: rows.map(wishOf) };
  const desk = useLabelDesk({
    sort: type,
    wanted: rows.find((row) => row.tpl !== null)?.tpl,
    isEmpty: rows.length === 0,
    writes: true,
    async make(tpl, token) {
      const answer = await labelCalls.generate({ ...wishes, tpl }, token);
      return { ids: answer.ids, tpl };
    },
    printed: (made) => `已打印${made.ids.length}张标签`,
    unprinted: '没有打印成功，10分钟内可再次打印，不用填写原因',
    onClear: () => setRows([]),
  });
  const { made, locked } = desk;
  useEffect(() => setDirty(rows.length > 0 && made === undefined), [setDirty, rows.length, made]);

  const add = (
    found: { readonly type: LabelSort; readonly rows: readonly LabelSource[] },
    more: Partial<SourceRow> = {},
  ) => {
    desk.renew();
    setType(found.type);
    setRows((now) =>
      joined(
        now,
        found.rows.map((row) => rowOf(row, more)),
      ),
    );
  };
  const load = async (object: string, wantedIds: readonly string[], more: Partial<SourceRow> = {}): Promise<void> => {
    if (wantedIds.length > 0) add(await labelCalls.sources(object, wantedIds), more);
  };
  const first = useRef({ from, ids, load });
  useEffect(() => {
    const given = first.current;
    if (given.from !== '') given.load(given.from, given.ids).catch((error: unknown) => feedback.error(said(error)));
  }, [feedback]);

  const change = (key: string, next: Partial<SourceRow>): void => {
    desk.renew();
    setRows((now) => now.map((row) => (row.key === key ? { ...row, ...next } : row)));
  };
  const setSort = async (next: LabelSort): Promise<void> => {
    if (rows.length > 0 && !(await feedback.confirm(ANEW))) return;
    setRows([]);
    setType(next);
    desk.setTpl(undefined);
  };
  const handleScan = async (hit: ScanHit): Promise<string> => {
    const object = hit.object === 'codeLabel' ? 'material' : hit.object;
    const scanned = SORTS.find((sort) => sort.object === object);
    if (!scanned) throw new Error(`${hit.objectTitle}「${hit.code}」不能在这里打印标签`);
    if (rows.length > 0 && scanned.value !== type)
      throw new Error(`${hit.objectTitle}「${hit.code}」请与${sort.label}分开打印`);
    const more = {
      ...(hit.batchNbr === undefined ? {} : { batchNbr: hit.batchNbr }),
      ...(hit.attrKey === undefined ? {} : { attrKey: hit.attrKey }),
      ...(hit.qty === undefined ? {} : { total: hit.qty }),
    };
    await load(object, [hit.id], more);
    return `${hit.code} ${hit.name} 已加入`;
  };
  const handleBatch = (row: SourceRow): void => {
    labelCalls.batch(row.id).then(
      ({ batchNbr }) => change(row.key, { batchNbr }),
      (error: unknown) => feedback.error(said(error)),
    );
  };

  if (!session.can('codeLabel:print')) return <p className={styles.none}>没有权限，请联系管理员</p>;
  return (
    <LabelDesk
      desk={desk}
      head={
        <>
          <PageTitle title="物料条码打印" />
          <Segmented
            aria-label="类型"
            value={type}
            disabled={locked}
            options={SORTS.map(({ value, label }) => ({ value, label }))}
            onChange={(value) => void setSort(value)}
          />
        </>
      }
      choose={{ title: sort.label, object: sort.object }}
      onChosen={(chosen) => load(sort.object, chosen)}
      onHit={handleScan}
      rows={
        rows.length === 0 ? undefined : (
          <SourceTable
            type={type}
            rows={rows}
            locked={locked}
            onChange={change}
            onRemove={(key) => setRows((now) => now.filter((row) => row.key !== key))}
            onBatch={handleBatch}
          />
        )
      }
      previewOf={desk.tpl === undefined || rows.length === 0 ? undefined : { ...wishes, tpl: desk.tpl }}
      onPreview={labelCalls.preview}
      count={count}
      status={made === undefined ? `共${count}张` : `已生成${made.ids.length}张标签，尚未确认打印`}
      more={
        <Button disabled={desk.busy || count === 0} onClick={() => void desk.generate()}>
          仅生成
        </Button>
      }
      verb="生成并打印"
    />
  );
}

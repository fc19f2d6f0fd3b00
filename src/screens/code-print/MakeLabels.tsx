/** New labels: sources at the left, one label at its true size at the right, 生成并打印 at the foot. */
import { Button, InputNumber, Segmented, Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { newToken } from '../../../runtime/data/ids';
import { SelectPage } from '../../../runtime/form/index';
import { useHost } from '../../../runtime/page/host';
import type { LabelSort, LabelSource, LabelTemplate, ScanHit } from '../../../schemas/language/wire-labels';
import styles from './CodePrint.module.css';
import { labelCalls, type Paper, said } from './calls';
import { LabelPreview } from './LabelPreview';
import { countAll, joined, rowOf, type SourceRow, wishOf } from './rows';
import { ScanBox } from './ScanBox';
import { SourceTable } from './SourceTable';
import { usePaper } from './use-paper';

export const SORTS: readonly { readonly value: LabelSort; readonly label: string; readonly object: string }[] = [
  { value: 'LB', label: '物料/批次', object: 'material' },
  { value: 'EQ', label: '设备', object: 'equipment' },
  { value: 'PS', label: '库位', object: 'position' },
  { value: 'EM', label: '员工', object: 'employee' },
];
const OFFLINE = '网络已断开，标签要先登记才能打印，请恢复网络后重试';
const ANEW = '更换类型将清空当前列表，是否继续？';

interface Props {
  readonly from: string;
  readonly ids: readonly string[];
}

export function MakeLabels({ from, ids }: Props) {
  const { feedback, session, setDirty, active } = useHost();
  const [type, setType] = useState<LabelSort>(SORTS.find((one) => one.object === from)?.value ?? 'LB');
  const [rows, setRows] = useState<readonly SourceRow[]>([]);
  const [templates, setTemplates] = useState<readonly LabelTemplate[]>([]);
  const [chosen, setChosen] = useState<string>();
  const [copies, setCopies] = useState(1);
  const [choosing, setChoosing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<Paper>();
  const token = useRef(newToken());
  const desk = usePaper();

  const sort = SORTS.find((one) => one.value === type) ?? SORTS[0]!;
  const wanted = rows.find((row) => row.tpl !== null)?.tpl ?? undefined;
  const tpl = [chosen, wanted].find((code) => templates.some((one) => one.code === code)) ?? templates[0]?.code;
  const count = countAll(type, rows);
  const locked = busy || made !== undefined;
  const body = tpl === undefined || rows.length === 0 ? undefined : { type, tpl, rows: rows.map(wishOf) };

  useEffect(() => {
    let gone = false;
    labelCalls.templates(type).then(
      (found) => gone || setTemplates(found),
      (error: unknown) => gone || feedback.error(said(error)),
    );
    return () => {
      gone = true;
    };
  }, [type, feedback]);
  useEffect(() => setDirty(rows.length > 0 && made === undefined), [setDirty, rows.length, made]);

  const add = (
    found: { readonly type: LabelSort; readonly rows: readonly LabelSource[] },
    more: Partial<SourceRow> = {},
  ) => {
    token.current = newToken();
    setType(found.type);
    setRows((now) =>
      joined(
        now,
        found.rows.map((one) => rowOf(one, more)),
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
    token.current = newToken();
    setRows((now) => now.map((row) => (row.key === key ? { ...row, ...next } : row)));
  };
  const setSort = async (next: LabelSort): Promise<void> => {
    if (rows.length > 0 && !(await feedback.confirm(ANEW))) return;
    setRows([]);
    setType(next);
    setChosen(undefined);
  };
  const handleScan = async (hit: ScanHit): Promise<string> => {
    const object = hit.object === 'codeLabel' ? 'material' : hit.object;
    const scanned = SORTS.find((one) => one.object === object);
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

  const run = async (work: () => Promise<void>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      feedback.error(said(error));
    } finally {
      setBusy(false);
    }
  };
  /** Writes them once: what was made is printed again, not made again. */
  const generate = async (): Promise<Paper> => {
    if (made) return made;
    if (body === undefined) throw new Error('请先选择要打印的对象');
    if (!navigator.onLine) throw new Error(OFFLINE);
    const answer = await labelCalls.generate(body, token.current);
    const paper = { ids: answer.ids, tpl: body.tpl };
    setMade(paper);
    return paper;
  };
  const clear = (): void => {
    token.current = newToken();
    setMade(undefined);
    setRows([]);
  };
  const send = (how: (paper: Paper) => Promise<boolean>): Promise<void> =>
    run(async () => {
      const paper = await generate();
      if (!(await how(paper))) {
        feedback.warning('没有打印成功，10分钟内可再次打印，不用填写原因');
        return;
      }
      feedback.success(`已打印${paper.ids.length}张标签`);
      clear();
    });

  if (!session.can('codeLabel:print')) return <p className={styles.none}>没有权限，请联系管理员</p>;
  return (
    <div className={styles.screen}>
      <header className={styles.bar}>
        <Segmented
          aria-label="类型"
          value={type}
          disabled={locked}
          options={SORTS.map(({ value, label }) => ({ value, label }))}
          onChange={(value) => void setSort(value)}
        />
        <label>
          模板
          <Select
            aria-label="模板"
            {...(tpl === undefined ? {} : { value: tpl })}
            disabled={locked}
            options={templates.map(({ code, title }) => ({ value: code, label: title }))}
            onChange={setChosen}
            className={styles.tpl ?? ''}
          />
        </label>
        <label>
          份数
          <InputNumber aria-label="份数" min={1} max={99} value={copies} onChange={(value) => setCopies(value ?? 1)} />
        </label>
        <span className={styles.grow} />
        <ScanBox active={active} disabled={locked} onHit={handleScan} />
        <Button disabled={locked} onClick={() => setChoosing(true)}>
          选择{sort.label}
        </Button>
      </header>
      <div className={styles.body}>
        <section className={styles.rows} aria-label="打印对象">
          {rows.length === 0 ? (
            <p className={styles.none}>请先选择要打印的对象</p>
          ) : (
            <SourceTable
              type={type}
              rows={rows}
              locked={locked}
              onChange={change}
              onRemove={(key) => setRows((now) => now.filter((row) => row.key !== key))}
              onBatch={handleBatch}
            />
          )}
        </section>
        <LabelPreview
          of={body === undefined ? '' : JSON.stringify(body)}
          load={(at) => labelCalls.preview({ ...body, at })}
          empty="选择后在这里预览标签"
        />
      </div>
      <footer className={styles.foot}>
        <span aria-live="polite">
          {made === undefined ? `共${count}张` : `已生成${made.ids.length}张标签，尚未确认打印`}
        </span>
        <span className={styles.grow} />
        {made === undefined ? (
          <Button disabled={busy || count === 0} onClick={() => void run(async () => void (await generate()))}>
            仅生成
          </Button>
        ) : (
          <Button disabled={busy} onClick={clear}>
            完成
          </Button>
        )}
        <Button disabled={busy || count === 0} onClick={() => void send((paper) => desk.pdf(paper))}>
          导出PDF
        </Button>
        <Button
          type="primary"
          loading={busy}
          disabled={count === 0}
          onClick={() => void send((paper) => desk.print(paper, copies))}
        >
          {made === undefined ? '生成并打印' : '打印'}
        </Button>
      </footer>
      {choosing && (
        <SelectPage
          params={new URLSearchParams({ obj: sort.object, multi: '1' })}
          onDone={(found) => {
            setChoosing(false);
            load(
              sort.object,
              (found ?? []).map(({ id }) => id),
            ).catch((error: unknown) => feedback.error(said(error)));
          }}
        />
      )}
      {desk.outlet}
    </div>
  );
}

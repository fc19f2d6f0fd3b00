/** Labels that are there already: their first paper within ten minutes, or a reprint with its reason and the mark 补. */
import { Button, Input, InputNumber, Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { newToken } from '../../../runtime/data/ids';
import { recordClient } from '../../../runtime/data/record-client';
import { SelectPage } from '../../../runtime/form/index';
import { useHost } from '../../../runtime/page/host';
import type { LabelTemplate } from '../../../schemas/language/wire-labels';
import styles from './CodePrint.module.css';
import { type Label, labelCalls, type Paper, said } from './calls';
import { LabelPreview } from './LabelPreview';
import { LabelTable } from './LabelTable';
import { ScanBox } from './ScanBox';
import { usePaper } from './use-paper';

interface Props {
  readonly ids: readonly string[];
  readonly isReprint: boolean;
}
interface Reason {
  readonly value: string;
  readonly label: string;
}
/** a scan means a label here */
const LABEL_FIELD = { page: 'codeRePrint', field: 'rows.label' };

export function PrintAgain({ ids, isReprint }: Props) {
  const { feedback, session, setDirty, active } = useHost();
  const [labels, setLabels] = useState<readonly Label[]>([]);
  const [templates, setTemplates] = useState<readonly LabelTemplate[]>([]);
  const [chosen, setChosen] = useState<string>();
  const [reasons, setReasons] = useState<readonly Reason[]>([]);
  const [reason, setReason] = useState<string>();
  const [reasonText, setReasonText] = useState('');
  const [copies, setCopies] = useState(1);
  const [choosing, setChoosing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<Paper & { readonly nbr?: string }>();
  const token = useRef(newToken());
  const desk = usePaper();

  const [start] = labels;
  const sort = start?.type ?? '';
  const tpl = [chosen, start?.tpl].find((code) => templates.some((one) => one.code === code)) ?? templates[0]?.code;
  const chosenIds = labels.map(({ id }) => id);
  const locked = busy || made !== undefined;
  const body = tpl === undefined || labels.length === 0 ? undefined : { ids: chosenIds, tpl };

  const load = async (more: readonly string[]): Promise<readonly Label[]> => {
    if (more.length === 0) return [];
    const found = await labelCalls.labels(more);
    token.current = newToken();
    setLabels((now) => [...now, ...found.filter((one) => !now.some(({ id }) => id === one.id))]);
    return found;
  };
  const first = useRef({ ids, load });
  useEffect(() => {
    const given = first.current;
    given.load(given.ids).catch((error: unknown) => feedback.error(said(error)));
  }, [feedback]);
  useEffect(() => {
    if (sort === '') return;
    let gone = false;
    labelCalls.templates(sort).then(
      (found) => gone || setTemplates(found),
      (error: unknown) => gone || feedback.error(said(error)),
    );
    return () => {
      gone = true;
    };
  }, [sort, feedback]);
  useEffect(() => {
    if (!isReprint) return;
    recordClient
      .pick('codeRePrint', 'reason', { current: 1, size: 100 }, { quiet: true })
      .then(({ records }) => setReasons(records.map(({ id, label }) => ({ value: id, label }))))
      .catch((error: unknown) => feedback.error(said(error)));
  }, [isReprint, feedback]);
  useEffect(
    () => setDirty(isReprint && labels.length > 0 && made === undefined),
    [setDirty, isReprint, labels.length, made],
  );

  const clear = (): void => {
    token.current = newToken();
    setMade(undefined);
    setLabels([]);
    setReasonText('');
  };
  /** A reprint is written once, however often its paper jams. */
  const paperOf = async (): Promise<Paper & { readonly nbr?: string }> => {
    if (made) return made;
    if (body === undefined) throw new Error('请先选择要打印的对象');
    if (!isReprint) return body;
    if (reason === undefined) throw new Error('请选择补打原因');
    const { id, nbr } = await labelCalls.reprint({ ...body, reason, reasonText }, token.current);
    const paper = { ...body, reprint: id, nbr };
    setMade(paper);
    return paper;
  };
  const send = async (how: (paper: Paper) => Promise<boolean>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      const { nbr, ...paper } = await paperOf();
      if (await how(paper)) {
        feedback.success(
          nbr === undefined ? `已打印${paper.ids.length}张标签` : `${nbr} 已补打${paper.ids.length}张标签`,
        );
        clear();
      } else feedback.warning('没有打印成功，10分钟内可再次打印，不用再填写原因');
    } catch (error) {
      feedback.error(said(error));
    } finally {
      setBusy(false);
    }
  };

  if (!session.can(isReprint ? 'codeLabel:reprint' : 'codeLabel:print'))
    return <p className={styles.none}>没有权限，请联系管理员</p>;
  return (
    <div className={styles.screen}>
      <header className={styles.bar}>
        <h1>{isReprint ? '条码补打' : '打印标签'}</h1>
        <label>
          模板
          <Select
            aria-label="模板"
            {...(tpl === undefined ? {} : { value: tpl })}
            disabled={locked || labels.length === 0}
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
        <ScanBox
          active={active}
          disabled={locked}
          of={LABEL_FIELD}
          onHit={async ({ id }) => {
            const [found] = await load([id]);
            return `标签 ${found?.labelNo ?? ''} 已加入`;
          }}
        />
        <Button disabled={locked} onClick={() => setChoosing(true)}>
          选择标签
        </Button>
      </header>
      <div className={styles.body}>
        <section className={styles.rows} aria-label="打印对象">
          {labels.length === 0 ? (
            <p className={styles.none}>请先选择要打印的对象</p>
          ) : (
            <LabelTable
              labels={labels}
              locked={locked}
              onRemove={(id) => setLabels((now) => now.filter((one) => one.id !== id))}
            />
          )}
        </section>
        <LabelPreview
          of={body === undefined ? '' : JSON.stringify(body)}
          load={(at) => (isReprint ? labelCalls.reprintPreview : labelCalls.labelPreview)({ ...body, at })}
          empty="选择后在这里预览标签"
        />
      </div>
      <footer className={styles.foot}>
        <span aria-live="polite">
          {made?.nbr === undefined ? `共${labels.length}张` : `${made.nbr} 已登记，尚未确认打印`}
        </span>
        {isReprint && (
          <>
            <label>
              补打原因
              <Select
                aria-label="补打原因"
                placeholder="请选择"
                {...(reason === undefined ? {} : { value: reason })}
                disabled={locked}
                options={[...reasons]}
                onChange={setReason}
                className={styles.tpl ?? ''}
              />
            </label>
            <Input
              aria-label="说明"
              placeholder="说明"
              value={reasonText}
              maxLength={200}
              disabled={locked}
              className={styles.reason ?? ''}
              onChange={(event) => setReasonText(event.target.value)}
            />
          </>
        )}
        <span className={styles.grow} />
        {made !== undefined && (
          <Button disabled={busy} onClick={clear}>
            完成
          </Button>
        )}
        <Button disabled={busy || body === undefined} onClick={() => void send((paper) => desk.pdf(paper))}>
          导出PDF
        </Button>
        <Button
          type="primary"
          loading={busy}
          disabled={body === undefined}
          onClick={() => void send((paper) => desk.print(paper, copies))}
        >
          {isReprint && made === undefined ? '补打' : '打印'}
        </Button>
      </footer>
      {choosing && (
        <SelectPage
          params={new URLSearchParams({ obj: 'codeLabel', multi: '1' })}
          onDone={(found) => {
            setChoosing(false);
            load((found ?? []).map(({ id }) => id)).catch((error: unknown) => feedback.error(said(error)));
          }}
        />
      )}
      {desk.outlet}
    </div>
  );
}

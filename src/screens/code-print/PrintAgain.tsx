/** Labels that are there already: their first paper within ten minutes, or a reprint with its reason and the mark 补. */
import { Input, Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { recordClient } from '../../../runtime/data/record-client';
import { useHost } from '../../../runtime/page/host';
import styles from './CodePrint.module.css';
import { type Label, labelCalls, said } from './calls';
import { LabelDesk } from './LabelDesk';
import { LabelTable } from './LabelTable';
import { useLabelDesk } from './use-label-desk';

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
  const { feedback, session, setDirty } = useHost();
  const [labels, setLabels] = useState<readonly Label[]>([]);
  const [reasons, setReasons] = useState<readonly Reason[]>([]);
  const [reason, setReason] = useState<string>();
  const [reasonText, setReasonText] = useState('');
  const [start] = labels;
  const chosenIds = labels.map(({ id }) => id);
  const desk = useLabelDesk({
    sort: start?.type ?? '',
    wanted: start?.tpl,
    isEmpty: labels.length === 0,
    writes: isReprint,
    async make(tpl, token) {
      const paper = { ids: chosenIds, tpl };
      if (!isReprint) return paper;
      if (reason === undefined) throw new Error('请选择补打原因');
      const { id, nbr } = await labelCalls.reprint({ ...paper, reason, reasonText }, token);
      return { ...paper, reprint: id, nbr };
    },
    printed: ({ nbr, ids: { length } }) =>
      nbr === undefined ? `已打印${length}张标签` : `${nbr} 已补打${length}张标签`,
    unprinted: '没有打印成功，10分钟内可再次打印，不用再填写原因',
    onClear: () => {
      setLabels([]);
      setReasonText('');
    },
  });
  const { made, locked, tpl } = desk;

  const load = async (more: readonly string[]): Promise<readonly Label[]> => {
    if (more.length === 0) return [];
    const found = await labelCalls.labels(more);
    desk.renew();
    setLabels((now) => [...now, ...found.filter((label) => !now.some(({ id }) => id === label.id))]);
    return found;
  };
  const first = useRef({ ids, load });
  useEffect(() => {
    const given = first.current;
    given.load(given.ids).catch((error: unknown) => feedback.error(said(error)));
  }, [feedback]);
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

  if (!session.can(isReprint ? 'codeLabel:reprint' : 'codeLabel:print'))
    return <p className={styles.none}>没有权限，请联系管理员</p>;
  return (
    <LabelDesk
      desk={desk}
      head={<h1>{isReprint ? '条码补打' : '打印标签'}</h1>}
      choose={{ title: '标签', object: 'codeLabel' }}
      onChosen={load}
      scanned={LABEL_FIELD}
      onHit={async ({ id }) => {
        const [found] = await load([id]);
        return `标签 ${found?.labelNo ?? ''} 已加入`;
      }}
      rows={
        labels.length === 0 ? undefined : (
          <LabelTable
            labels={labels}
            locked={locked}
            onRemove={(id) => setLabels((now) => now.filter((label) => label.id !== id))}
          />
        )
      }
      previewOf={tpl === undefined || labels.length === 0 ? undefined : { ids: chosenIds, tpl }}
      onPreview={isReprint ? labelCalls.reprintPreview : labelCalls.labelPreview}
      count={tpl === undefined ? 0 : labels.length}
      status={made?.nbr === undefined ? `共${labels.length}张` : `${made.nbr} 已登记，尚未确认打印`}
      asked={
        isReprint && (
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
        )
      }
      verb={isReprint ? '补打' : '打印'}
    />
  );
}

/** What may be done with a chart: its numbers, larger, as picture or workbook, its report, what it means. */
import { useQuery } from '@tanstack/react-query';
import { Button, Dropdown, Modal } from 'antd';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ChartData } from '../../schemas/language/wire';
import { HttpError } from '../data/http';
import { Icon, useHost } from '../page/index';
import { ChartView } from './ChartView';
import styles from './charts.module.css';
import { chartClient } from './client';
import { NumberTable } from './NumberTable';
import { aimed } from './part';
import { savePicture } from './picture';
import { reportAddress } from './report-address';
import type { CellAsk, Words } from './types';

interface Props {
  readonly title: string;
  readonly ask: CellAsk;
  readonly data: ChartData | undefined;
  readonly words: Words;
  /** what the picture shows */
  readonly frame: RefObject<HTMLElement | null>;
  /** also by a finger that rests on the chart */
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onPick: ((index: number) => void) | undefined;
  readonly onAgain: () => void;
  readonly onKeep: (() => void) | undefined;
}
type Shown = 'table' | 'large' | 'meaning';

export const ChartMenu = ({ title, ask, data, words, frame, isOpen, onOpen, onPick, onAgain, onKeep }: Props) => {
  const host = useHost();
  const [shown, setShown] = useState<Shown>();
  // conditions of a list stay with the list
  const route = ask.list === undefined ? host.urlOf(ask.report) : undefined;
  const close = (): void => setShown(undefined);
  const handlePick =
    onPick === undefined
      ? undefined
      : (index: number): void => {
          close();
          onPick(index);
        };
  const acts: Readonly<Record<string, () => void>> = {
    table: () => setShown('table'),
    large: () => setShown('large'),
    meaning: () => setShown('meaning'),
    again: onAgain,
    keep: () => onKeep?.(),
    picture: () => {
      if (frame.current !== null) void savePicture(frame.current, title);
    },
    sheet: () => void chartClient.sheet(title, ask).catch(() => undefined),
    report: () => {
      if (route !== undefined) host.openPage(reportAddress(route, ask));
    },
  };
  return (
    <>
      <Dropdown
        trigger={['click']}
        open={isOpen}
        onOpenChange={(open) => onOpen(open)}
        menu={{
          items: [
            { key: 'table', label: '看数据' },
            { key: 'large', label: '放大' },
            ...(data === undefined ? [] : [{ key: 'picture', label: '导出图片' }]),
            ...(data?.exports === true ? [{ key: 'sheet', label: '导出数据' }] : []),
            ...(route === undefined ? [] : [{ key: 'report', label: '查看报表' }]),
            ...(onKeep === undefined ? [] : [{ key: 'keep', label: '存为图表' }]),
            { key: 'again', label: '刷新' },
            { key: 'meaning', label: '定义' },
          ],
          onClick: ({ key }) => acts[key]?.(),
        }}
      >
        <Button data-unpainted type="text" size="small" aria-label={`${title}的更多操作`} icon={<Icon name="more" />} />
      </Dropdown>
      <Modal open={shown === 'table'} title={title} footer={null} width={720} destroyOnHidden onCancel={close}>
        {data !== undefined && <Numbers data={data} words={words} onPick={handlePick} />}
      </Modal>
      <Modal
        open={shown === 'large'}
        title={title}
        footer={null}
        width="92vw"
        centered
        destroyOnHidden
        onCancel={close}
      >
        {data !== undefined && (
          <div className={styles.large}>
            <ChartView
              title={title}
              data={data}
              keys={aimed(ask.chart, data.goal)}
              words={words}
              font={14}
              onPick={handlePick}
            />
          </div>
        )}
      </Modal>
      <Modal open={shown === 'meaning'} title={title} footer={null} width={560} destroyOnHidden onCancel={close}>
        <Meaning ask={ask} asOf={data?.asOf} />
      </Modal>
    </>
  );
};

interface NumbersProps {
  readonly data: ChartData;
  readonly words: Words;
  readonly onPick: ((index: number) => void) | undefined;
}

/** The table behind the picture. Keys are its own from the first moment: the menu that opened it still holds the focus. */
const Numbers = ({ data, words, onPick }: NumbersProps) => {
  const own = useRef<HTMLDivElement>(null);
  useEffect(() => own.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={own} tabIndex={-1} className={styles.dialog}>
      <NumberTable data={data} words={words} onPick={onPick} />
      <p className={styles.asOf}>数据截至 {data.asOf}</p>
    </div>
  );
};

/** How the numbers are counted and what narrows them, in the words of the document. */
const Meaning = ({ ask, asOf }: { readonly ask: CellAsk; readonly asOf: string | undefined }) => {
  const { data, error, refetch } = useQuery({
    queryKey: ['chart-meaning', ask],
    queryFn: ({ signal }) => chartClient.meaning(ask, signal),
    retry: false,
  });
  if (error !== null)
    return (
      <div className={styles.empty} role="alert">
        <p>{error instanceof HttpError ? error.msg : '数据加载失败'}</p>
        <Button size="small" onClick={() => void refetch()}>
          重试
        </Button>
      </div>
    );
  if (data === undefined) return <p className={styles.empty}>加载中…</p>;
  return (
    <dl className={styles.meaning}>
      <div>
        <dt>数据来源</dt>
        <dd>{data.title}</dd>
      </div>
      {data.measures.map(({ code, title, of }) => (
        <div key={code}>
          <dt>{title}</dt>
          <dd>{of ?? '由业务服务统计'}</dd>
        </div>
      ))}
      {data.where.length > 0 && (
        <div>
          <dt>固定条件</dt>
          {data.where.map((text) => (
            <dd key={text}>{text}</dd>
          ))}
        </div>
      )}
      {asOf !== undefined && (
        <div>
          <dt>数据截至</dt>
          <dd>{asOf}</dd>
        </div>
      )}
    </dl>
  );
};

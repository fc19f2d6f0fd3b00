/** Search and scan: what matches stays bright, Enter goes from one to the next; a code nobody typed is asked of the server. */
import { Input } from 'antd';
import { type RefObject, useRef } from 'react';
import { offerOf } from '../../../runtime/data/scan-client';
import { chooseOne, Icon } from '../../../runtime/page/index';
import type { PlanAnswer } from '../../../schemas/language/wire-schedule';
import { said, scheduleCalls } from './calls';
import type { Bar } from './chart/bars';
import type { ChartHandle } from './chart/Chart';
import { matches, resourceNamed } from './plan/search';
import styles from './scheduling.module.css';
import type { Board } from './use-board';

interface Props {
  readonly board: Board;
  readonly plan: PlanAnswer;
  readonly chart: RefObject<ChartHandle | null>;
}
export const FindBox = ({ board, plan, chart }: Props) => {
  const { text, setText, bars, feedback } = board;
  const at = useRef(-1);
  const show = (bar: Bar): void => {
    board.setChosen(new Set([bar.id]));
    chart.current?.showTask(bar.id);
  };
  const ask = async (code: string): Promise<void> => {
    const { hits } = await scheduleCalls.scan(code);
    const hit = await chooseOne(feedback, code, hits, offerOf);
    if (hit === undefined) return;
    const bar = bars.find(({ task }) =>
      [task.operationId, task.workOrderId, task.prdOrderId, task.resourceId].includes(hit.id),
    );
    if (bar !== undefined) return show(bar);
    const resource = plan.resources.find(({ id }) => id === hit.id);
    if (resource !== undefined) chart.current?.show(null, `${resource.id}/0`);
    else feedback.warning(`${hit.objectTitle}「${hit.code}」不在显示的计划中`);
  };
  const handleEnter = (): void => {
    const wanted = text.trim();
    if (wanted === '') return;
    const found = bars.filter((bar) => matches(bar, wanted)).toSorted((a, b) => a.start - b.start);
    const resource = resourceNamed(plan.resources, wanted);
    if (found.length > 0) {
      at.current = (at.current + 1) % found.length;
      show(found[at.current]!);
      return;
    }
    setText('');
    if (resource !== undefined) chart.current?.show(null, `${resource.id}/0`);
    else ask(wanted).catch((error: unknown) => feedback.warning(said(error)));
  };
  return (
    <Input
      allowClear
      aria-label="搜索任务"
      placeholder="工单、物料 / 扫码"
      maxLength={200}
      autoComplete="off"
      value={text}
      suffix={<Icon name="scan" />}
      className={styles.find ?? ''}
      onChange={(event) => {
        at.current = -1;
        setText(event.target.value);
      }}
      onPressEnter={({ nativeEvent }) => {
        if (!nativeEvent.isComposing) handleEnter();
      }}
    />
  );
};

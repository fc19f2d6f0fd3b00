/** What a device did, as a strip, and its intervals; why it stood is said with the actions of 停机记录. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { useActions } from '../../../runtime/actions/index';
import { keys } from '../../../runtime/data/query-client';
import { recordClient } from '../../../runtime/data/record-client';
import type { WireRow } from '../../../runtime/data/types';
import { factoryTime, type Page, useHost, usePage } from '../../../runtime/page/index';
import { duration } from '../../../schemas/language/codec/span';
import type { DeviceLive } from '../../../schemas/language/wire-device';
import { type Interval, wallCalls } from './calls';
import styles from './drawer.module.css';
import { None } from './None';
import { Dot, edge, StateWord } from './State';
import strip from './strip.module.css';
import table from './table.module.css';
import { momentOf, RUNNING, STATES, stateTitle } from './words';

const HOUR_MS = 3_600_000;
const AGAIN_MS = 15_000;
const MOST_ROWS = 30;
const SPANS = [
  { value: 8, label: '8小时' },
  { value: 24, label: '24小时' },
];
interface Props {
  readonly device: DeviceLive;
  readonly onChanged: () => void;
}
export const StatesTab = ({ device, onChanged }: Props) => {
  const page = usePage('deviceState');
  return (
    <div className={styles.tab}>
      <Strip device={device} />
      {page.status === 'ready' && <Intervals device={device} page={page.page} onChanged={onChanged} />}
      {page.status === 'error' && <None>{page.error.msg}</None>}
    </div>
  );
};

const Strip = ({ device }: { readonly device: DeviceLive }) => {
  const { active, session } = useHost();
  const [hours, setHours] = useState(8);
  const { data } = useQuery({
    queryKey: ['deviceWall', 'strip', device.id, hours, device.stateId],
    enabled: active,
    queryFn: async () => {
      const to = session.now();
      const from = to - hours * HOUR_MS;
      return { from, to, rows: await wallCalls.timeline(device.id, { from: factoryTime(from), to: factoryTime(to) }) };
    },
    placeholderData: keepPreviousData,
    refetchInterval: active ? AGAIN_MS : false,
  });
  const sums = sumsOf(data?.rows ?? []);
  return (
    <section className={styles.course} aria-label="状态条">
      <header>
        <b>状态</b>
        <Segmented aria-label="时间范围" size="small" value={hours} options={SPANS} onChange={setHours} />
      </header>
      {data !== undefined && (
        <>
          <div
            className={strip.strip}
            role="img"
            aria-label={sums.map(({ title, seconds }) => `${title}${duration(seconds)}`).join('，')}
          >
            {data.rows.map((row) => (
              <i
                key={row.startAt}
                style={{ ...edge(row.state), ...placeOf(row, data) }}
                title={`${stateTitle(row.state)} ${row.startAt.slice(11)}～${row.endAt.slice(11)}`}
              />
            ))}
          </div>
          <div className={strip.hours} aria-hidden="true">
            {[0, 0.25, 0.5, 0.75, 1].map((share) => (
              <span key={share}>{factoryTime(data.from + share * (data.to - data.from)).slice(11, 16)}</span>
            ))}
          </div>
          <p className={strip.legend}>
            {sums.map(({ code, title, seconds }) => (
              <span key={code} style={edge(code)}>
                <Dot />
                {`${title} ${duration(seconds)}`}
              </span>
            ))}
            {sums.length === 0 && '这段时间没有状态记录'}
          </p>
        </>
      )}
    </section>
  );
};
const placeOf = (row: Interval, { from, to }: { readonly from: number; readonly to: number }) => {
  const [start, end] = [momentOf(row.startAt), momentOf(row.endAt)];
  return { left: `${((start - from) / (to - from)) * 100}%`, width: `${((end - start) / (to - from)) * 100}%` };
};
const sumsOf = (rows: readonly Interval[]) =>
  STATES.flatMap(({ code, title }) => {
    const own = rows.filter(({ state }) => state === code);
    const seconds = own.reduce((sum, { startAt, endAt }) => sum + (momentOf(endAt) - momentOf(startAt)) / 1000, 0);
    return own.length === 0 ? [] : [{ code, title, seconds }];
  });

const Intervals = ({ device, page, onChanged }: Props & { readonly page: Page }) => {
  const { active, session } = useHost();
  const body = { current: 1, size: MOST_ROWS, scheme: 'all', where: `equipment == '${device.id}'` };
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.list('deviceState', page.code, body), device.stateId],
    enabled: active,
    queryFn: ({ signal }) => recordClient.list(page.code, body, { quiet: true, signal }),
    placeholderData: keepPreviousData,
  });
  const actions = useActions(page, () => {
    onChanged();
    void refetch();
  });
  const { setReason, split } = page.object.actions;
  const may = page.can('deviceState:reason');
  if (data === undefined) return <None>{error?.message ?? '加载中…'}</None>;
  if (data.records.length === 0) return <None>没有状态记录</None>;
  return (
    <>
      <table className={table.table} aria-label="状态记录">
        <thead>
          <tr>
            <th>状态</th>
            <th>开始</th>
            <th className={table.right}>时长</th>
            <th>停机原因</th>
            <th aria-label="操作" />
          </tr>
        </thead>
        <tbody>
          {data.records.map((row) => {
            const state = text(row.state);
            const stood = state !== RUNNING;
            return (
              <tr key={row.id} style={edge(state)}>
                <td>
                  <Dot />
                  <StateWord state={state} />
                </td>
                <td>{text(row.startAt)?.slice(5)}</td>
                <td className={table.right}>{lastingOf(row, session.now())}</td>
                <td>{stood ? reasonOf(row) : ''}</td>
                <td className={table.acts}>
                  {may && stood && setReason !== undefined && (
                    <Button size="small" type="link" onClick={() => void actions.run(setReason, [row])}>
                      {setReason.title}
                    </Button>
                  )}
                  {may && stood && split !== undefined && text(row.endAt) !== null && (
                    <Button size="small" type="link" onClick={() => void actions.run(split, [row])}>
                      {split.title}
                    </Button>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {data.total > MOST_ROWS && <p className={strip.legend}>{`只显示最近${MOST_ROWS}条，更早的在停机记录里查看`}</p>}
      {actions.outlet}
    </>
  );
};
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const reasonOf = (row: WireRow): string => {
  const [reason, note] = [text(row.reason), text(row.reasonNote)];
  return reason === null ? '未填原因' : note === null ? reason : `${reason}，${note}`;
};
const lastingOf = ({ startAt, durationSec }: WireRow, now: number): string => {
  const known = typeof durationSec === 'number' ? durationSec : Number(text(durationSec) ?? Number.NaN);
  if (!Number.isNaN(known)) return duration(known);
  const start = text(startAt);
  return start === null ? '' : duration((now - momentOf(start)) / 1000);
};

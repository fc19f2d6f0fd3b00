/** Block monthCalendar: the shifts of a resource in a month, its minutes and what was entered for single days. */
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { dateAdd, formatDate, partsOf } from '../../schemas/language/codec/date-time';
import type { CalendarDay } from '../../schemas/language/wire';
import { keys } from '../data/query-client';
import { recordClient } from '../data/record-client';
import { factoryTime } from '../page/factory-time';
import { LineIcon } from '../page/LineIcon';
import { PageFault, PageLoading } from '../page/PageStates';
import type { RecordBlockProps } from './blocks';
import styles from './MonthCalendar.module.css';

/** code of calendarEntryKind: the entry says it itself */
const REST = '1';
const LEFT = 'M15 5l-7 7 7 7';
const RIGHT = 'M9 5l7 7-7 7';
const WEEK = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'];

export function MonthCalendar({ page, id, version }: RecordBlockProps) {
  const [today] = useState(() => factoryTime(Date.now()).slice(0, 10));
  const [month, setMonth] = useState(today.slice(0, 7));
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [...keys.object(page.object.object), 'month', page.code, id, version, month],
    queryFn: () => recordClient.month(page.code, id, month),
    // shifts and calendars are other pages
    staleTime: 0,
  });
  const move = (months: number): void => setMonth(dateAdd(`${month}-01`, months, 'month')?.slice(0, 7) ?? month);
  const hours = (data ?? []).reduce((sum, { netMin }) => sum + netMin, 0) / 60;
  const worked = (data ?? []).filter(({ netMin }) => netMin > 0).length;
  return (
    <div className={styles.block}>
      <div className={styles.bar}>
        <Button aria-label="上个月" icon={<LineIcon d={LEFT} />} onClick={() => move(-1)} />
        <strong aria-live="polite">{formatDate(`${month}-01`, 'yyyy年M月')}</strong>
        <Button aria-label="下个月" icon={<LineIcon d={RIGHT} />} onClick={() => move(1)} />
        <Button disabled={month === today.slice(0, 7)} onClick={() => setMonth(today.slice(0, 7))}>
          本月
        </Button>
        {data !== undefined && (
          <span className={styles.sum}>
            工作{worked}天，净时间{Math.round(hours * 100) / 100}小时
          </span>
        )}
      </div>
      {isPending ? (
        <PageLoading />
      ) : error !== null && data === undefined ? (
        <PageFault error={error} onRetry={() => void refetch()} />
      ) : (
        <Sheet days={data ?? []} today={today} />
      )}
    </div>
  );
}

function Sheet({ days, today }: { readonly days: readonly CalendarDay[]; readonly today: string }) {
  const lead = (partsOf(days[0]?.date ?? today)?.weekday ?? 1) - 1;
  const cells: (CalendarDay | null)[] = [...Array<null>(lead).fill(null), ...days];
  while (cells.length % 7 !== 0) cells.push(null);
  const weeks = Array.from({ length: cells.length / 7 }, (_, at) => cells.slice(at * 7, at * 7 + 7));
  return (
    <div className={styles.scroll}>
      <table className={styles.sheet}>
        <thead>
          <tr>
            {WEEK.map((day) => (
              <th key={day} scope="col">
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, n) => (
            <tr key={`${week.find((day) => day !== null)?.date ?? n}`}>
              {week.map((day, at) =>
                day === null ? <td key={`blank ${WEEK[at]}`} /> : <Day key={day.date} day={day} today={today} />,
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Day({ day, today }: { readonly day: CalendarDay; readonly today: string }) {
  const { date, shifts, entries, netMin } = day;
  return (
    <td data-today={date === today || undefined} data-rest={shifts.length === 0 || undefined}>
      <div className={styles.head}>
        <time dateTime={date}>{Number(date.slice(8))}</time>
        {netMin > 0 && <span>{netMin}分</span>}
      </div>
      {shifts.map((shift) => (
        <div key={`${shift.name} ${shift.from}`} className={styles.shift} title={`净时间${shift.netMin}分钟`}>
          <i style={{ background: shift.color }} />
          <b>{shift.name}</b>
          <span>
            {shift.from}-{shift.to}
          </span>
        </div>
      ))}
      {shifts.length === 0 && !entries.some(({ kind }) => kind === REST) && <div className={styles.rest}>休息</div>}
      {entries.map((entry, n) => (
        <div key={`${entry.kind} ${n}`} className={styles.entry} data-kind={entry.kind}>
          {entry.reason === '' ? entry.title : `${entry.title} · ${entry.reason}`}
        </div>
      ))}
    </td>
  );
}

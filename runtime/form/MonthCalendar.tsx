/** Block monthCalendar: the shifts of a resource in a month, its minutes and what was entered for single days. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CalendarDay } from '../../schemas/language/wire';
import { keys } from '../data/query-client';
import { recordClient } from '../data/record-client';
import { MonthBar, MonthSheet } from '../month/index';
import { factoryTime, useHost } from '../page/index';
import { PageFault, PageLoading } from '../page/PageStates';
import type { RecordBlockProps } from '../page/record-block';
import styles from './MonthCalendar.module.css';

/** code of calendarEntryKind: the entry says it itself */
const REST = '1';

export function MonthCalendar({ page, id, version }: RecordBlockProps) {
  const { session } = useHost();
  const today = factoryTime(session.now()).slice(0, 10);
  const [month, setMonth] = useState(today.slice(0, 7));
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [...keys.object(page.object.object), 'month', page.code, id, version, month],
    queryFn: () => recordClient.month(page.code, id, month),
    // shifts and calendars are other pages
    staleTime: 0,
  });
  const days = new Map((data ?? []).map((day) => [day.date, day]));
  const hours = (data ?? []).reduce((sum, { netMin }) => sum + netMin, 0) / 60;
  const worked = (data ?? []).filter(({ netMin }) => netMin > 0).length;
  return (
    <div className={styles.block}>
      <MonthBar month={month} today={today} onMonth={setMonth}>
        {data !== undefined && (
          <span className={styles.sum}>
            工作{worked}天，净时间{Math.round(hours * 100) / 100}小时
          </span>
        )}
      </MonthBar>
      {isPending ? (
        <PageLoading />
      ) : error !== null && data === undefined ? (
        <PageFault error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.scroll}>
          <MonthSheet
            label="日历"
            month={month}
            today={today}
            aside={(date) => (days.get(date)?.netMin ?? 0) > 0 && <span>{days.get(date)?.netMin}分</span>}
            isRest={(date) => days.get(date)?.shifts.length === 0}
          >
            {(date) => <Day day={days.get(date)} />}
          </MonthSheet>
        </div>
      )}
    </div>
  );
}

/** Nothing on days of another month: they were not asked for. */
function Day({ day }: { readonly day: CalendarDay | undefined }) {
  if (day === undefined) return null;
  const { shifts, entries } = day;
  return (
    <>
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
    </>
  );
}

/** What is traced: a number that is typed or scanned; of a resource its code and the time. */
import { Button, DatePicker, Input, Segmented, Select } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useRef, useState } from 'react';
import { factoryTime, Icon, useHost } from '../../../runtime/page/index';
import type { TraceKind } from '../../../schemas/language/wire-trace';
import type { Mode } from './modes';
import styles from './trace.module.css';
import type { Trace } from './use-trace';

interface Props {
  readonly mode: Mode;
  readonly trace: Trace;
}
const TYPES = [
  { value: '1', label: '设备' },
  { value: '2', label: '员工' },
  { value: '3', label: '班组' },
] as const;
type ResourceType = (typeof TYPES)[number]['value'];
type Days = readonly [from: string | null, to: string | null];
const DAY = 'YYYY-MM-DD';
/** of a resource; the server refuses more */
const MOST_DAYS = 31;
const dayOf = (day: string | null): dayjs.Dayjs | null => (day === null ? null : dayjs(day));

export const ScanLine = ({ mode, trace }: Props) => {
  const { params, setParams, session } = useHost();
  const [text, setText] = useState(params.get('nbr') ?? '');
  const [type, setType] = useState<ResourceType>('1');
  const [kind, setKind] = useState<TraceKind | ''>('');
  const today = factoryTime(session.now()).slice(0, 10);
  const isResource = mode.view === 'resource';
  // lots of a material are all of them unless days are said
  const [days, setDays] = useState<Days>(isResource ? [dayBefore(today, 7), today] : [null, null]);
  const nbr = params.get('nbr') ?? '';
  const asked = useRef('');
  // a number that came with the address is asked at once: from a card, another page, a reload
  useEffect(() => {
    if (isResource || nbr === '' || nbr === asked.current) return;
    asked.current = nbr;
    setText(nbr);
    void trace.ask(nbr);
  }, [isResource, nbr, trace]);
  const handleGo = (): void => {
    const wanted = text.trim();
    if (wanted === '') return;
    asked.current = wanted;
    setParams(new URLSearchParams({ nbr: wanted }), { replace: true });
    const [from, to] = days;
    if (!isResource) void trace.ask(wanted, { from, to, ...(kind === '' ? {} : { kind }) });
    else if (from !== null && to !== null)
      void trace.askResource({ type, code: wanted, from: `${from} 00:00:00`, to: `${dayBefore(to, -1)} 00:00:00` });
  };
  return (
    <>
      {isResource && (
        <Segmented aria-label="资源类型" value={type} options={[...TYPES]} onChange={(value) => setType(value)} />
      )}
      <Input
        className={styles.scan}
        aria-label="追溯对象"
        placeholder={mode.placeholder}
        autoFocus
        allowClear
        maxLength={100}
        autoComplete="off"
        value={text}
        suffix={<Icon name="scan" />}
        onChange={(event) => setText(event.target.value)}
        onPressEnter={handleGo}
      />
      {mode.kinds.length > 0 && (
        <Select<TraceKind | ''>
          className={styles.kind}
          aria-label="类型"
          value={kind}
          options={[{ value: '', label: '自动识别' }, ...mode.kinds.map(([value, label]) => ({ value, label }))]}
          onChange={setKind}
        />
      )}
      {mode.days !== undefined && (
        <DatePicker.RangePicker
          className={styles.days}
          aria-label={`${mode.days}时间`}
          placeholder={[`${mode.days}从`, '到']}
          allowClear={!isResource}
          allowEmpty={isResource ? [false, false] : [true, true]}
          value={[dayOf(days[0]), dayOf(days[1])]}
          disabledDate={(day, { from }) =>
            isResource && from !== undefined && Math.abs(day.diff(from, 'day')) >= MOST_DAYS
          }
          onChange={(pair) => setDays([pair?.[0]?.format(DAY) ?? null, pair?.[1]?.format(DAY) ?? null])}
        />
      )}
      <Button type="primary" loading={trace.busy} onClick={handleGo}>
        追溯
      </Button>
    </>
  );
};

const DAY_MS = 86_400_000;
const dayBefore = (day: string, days: number): string => {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? day : new Date(at - days * DAY_MS).toISOString().slice(0, 10);
};

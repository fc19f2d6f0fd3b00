/** What is traced: a number that is typed or scanned; of a resource its code and the time. */
import { Button, Input, Segmented } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { factoryTime, Icon, useHost } from '../../../runtime/page/index';
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

export const ScanLine = ({ mode, trace }: Props) => {
  const { params, setParams, session } = useHost();
  const [text, setText] = useState(params.get('nbr') ?? '');
  const [type, setType] = useState<ResourceType>('1');
  const today = factoryTime(session.now()).slice(0, 10);
  const isResource = mode.view === 'resource';
  // lots of a material are all of them unless days are said
  const [from, setFrom] = useState(isResource ? dayBefore(today, 7) : '');
  const [to, setTo] = useState(isResource ? today : '');
  const hasDays = mode.days !== undefined;
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
    if (isResource)
      void trace.askResource({ type, code: wanted, from: `${from} 00:00:00`, to: `${dayBefore(to, -1)} 00:00:00` });
    else void trace.ask(wanted, hasDays ? { from, to } : {});
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
      {hasDays && (
        <>
          <Input
            className={styles.day}
            type="date"
            aria-label={mode.days?.[0]}
            title={mode.days?.[0]}
            value={from}
            onChange={(e) => setFrom(e.target.value)}
          />
          <Input
            className={styles.day}
            type="date"
            aria-label={mode.days?.[1]}
            title={mode.days?.[1]}
            value={to}
            onChange={(e) => setTo(e.target.value)}
          />
        </>
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

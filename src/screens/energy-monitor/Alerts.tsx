/** What stands open on the meters that are looked at, and what seems to leak until somebody deals with it. */
import { Button } from 'antd';
import { useHost } from '../../../runtime/page/index';
import type { AlertNow } from '../../../schemas/language/wire-energy';
import styles from './monitor.module.css';
import { Part, Rows } from './parts';

const NIGHT = '6';
const LEVELS: Readonly<Record<string, string>> = { '1': '提示', '2': '一般', '3': '严重', '4': '紧急' };

interface Props {
  /** null: not for who looks */
  readonly alerts: readonly AlertNow[] | null;
  readonly onOpen: (meter: string) => void;
}
export const Alerts = ({ alerts, onOpen }: Props) => {
  const open = useOpenAlerts();
  if (alerts === null) return null;
  return (
    <Part title="未处理预警">
      <Rows
        titles={['内容', '等级', '报警时间']}
        none="没有未处理的预警"
        onOpen={(id) => onOpen(alerts.find((alert) => alert.id === id)?.meter ?? '')}
        rows={alerts.map(({ id, code, text, level, openAt, acked }) => ({
          id,
          cells: [`${code} ${text}`, LEVELS[level] ?? level, `${openAt.slice(5, 16)}${acked ? ' 已确认' : ''}`],
        }))}
      />
      {open !== undefined && alerts.length > 0 && (
        <Button type="link" size="small" onClick={open}>
          去处理
        </Button>
      )}
    </Part>
  );
};

export const Leaks = ({ alerts }: { readonly alerts: readonly AlertNow[] | null }) => {
  const open = useOpenAlerts();
  const leaks = (alerts ?? []).filter(({ ruleType, acked }) => ruleType === NIGHT && !acked);
  return leaks.map(({ id, code, name, text, openAt }) => (
    <p key={id} className={styles.over} role="alert">
      {`${code} ${name} ${text}（${openAt.slice(5, 16)}）`}
      {open !== undefined && (
        <Button type="link" size="small" onClick={open}>
          去确认
        </Button>
      )}
    </p>
  ));
};

const useOpenAlerts = (): (() => void) | undefined => {
  const { openPage, urlOf } = useHost();
  const url = urlOf('energyAlert');
  return url === undefined ? undefined : () => openPage(url);
};

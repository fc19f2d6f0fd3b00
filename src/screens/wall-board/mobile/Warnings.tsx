/** Warnings that go on; whoever may, confirms them here. */
import { useState } from 'react';
import { HttpError } from '../../../../runtime/data/http';
import { newToken } from '../../../../runtime/data/ids';
import { recordClient } from '../../../../runtime/data/record-client';
import { MOBILE_ROWS, type MobileWarning } from '../../../../schemas/language/wire-mobile';
import { lastsSince } from '../words';
import styles from './mobile.module.css';

interface Props {
  readonly rows: readonly MobileWarning[];
  readonly now: number;
  readonly onChanged: () => void;
}
export const Warnings = ({ rows, now, onChanged }: Props) => {
  const [busy, setBusy] = useState<string>();
  const [error, setError] = useState('');
  const [most, setMost] = useState(MOBILE_ROWS);
  const ack = async ({ id, version, object }: MobileWarning): Promise<void> => {
    if (busy !== undefined) return;
    setBusy(id);
    setError('');
    try {
      await recordClient.act(
        object,
        'ack',
        { targets: [{ id, version }], ask: {}, token: newToken() },
        { quiet: true },
      );
      onChanged();
    } catch (cause) {
      setError(cause instanceof HttpError ? cause.msg : '连接不上服务器，请检查网络');
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <>
      {error !== '' && (
        <p className={styles.over} role="alert">
          {error}
        </p>
      )}
      <ul className={styles.warnings}>
        {rows.slice(0, most).map((row) => (
          <li key={row.id} data-level={row.level}>
            <p>
              <b>{row.device}</b>
              <span>{row.text}</span>
              <small>
                {row.openAt.slice(5, 16)}，已 {lastsSince(row.openAt, now)}
                {row.isAcked ? '，已确认' : ''}
              </small>
            </p>
            {row.mayAck && (
              <button type="button" disabled={busy !== undefined} onClick={() => void ack(row)}>
                {busy === row.id ? '请稍候' : '确认'}
              </button>
            )}
          </li>
        ))}
      </ul>
      {rows.length > most && (
        <button type="button" className={styles.more} onClick={() => setMost(most + MOBILE_ROWS)}>
          再显示 {Math.min(MOBILE_ROWS, rows.length - most)} 条，共 {rows.length} 条
        </button>
      )}
    </>
  );
};

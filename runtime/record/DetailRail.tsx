/** Beside a record on wide screens: what comes next, with the one button for it, and what happened so far. */
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ResolvedAction } from '../../schemas/language/resolved';
import { keys } from '../data/query-client';
import { recordClient } from '../data/record-client';
import type { FormModel } from '../form/form-model';
import type { Page } from '../page/types';
import styles from './DetailRail.module.css';

export interface DetailRailProps {
  readonly page: Page;
  readonly model: FormModel;
  readonly next: readonly ResolvedAction[];
  readonly onAction: (action: ResolvedAction) => void;
  /** shows the whole history */
  readonly onHistory?: (() => void) | undefined;
}
const SHOWN = 8;

export function DetailRail({ page, model, next, onAction, onHistory }: DetailRailProps) {
  const [first, ...others] = next;
  return (
    <aside className={styles.rail}>
      {first !== undefined && (
        <section className={styles.card} aria-label="下一步">
          <h2>下一步</h2>
          <Button block type="primary" danger={first.tone === 'danger'} onClick={() => onAction(first)}>
            {first.title}
          </Button>
          {others.map((action) => (
            <Button key={action.code} block danger={action.tone === 'danger'} onClick={() => onAction(action)}>
              {action.title}
            </Button>
          ))}
        </section>
      )}
      <Timeline page={page} model={model} onHistory={onHistory} />
    </aside>
  );
}

interface TimelineProps {
  readonly page: Page;
  readonly model: FormModel;
  readonly onHistory?: (() => void) | undefined;
}

function Timeline({ page, model, onHistory }: TimelineProps) {
  const id = String(model.stored?.id ?? '');
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.object(page.object.object), 'timeline', page.code, id, model.stored?.version],
    queryFn: () => recordClient.history(page.code, id, 1, SHOWN),
  });
  const entries = data?.records ?? [];
  return (
    <section className={styles.card} aria-label="轨迹">
      <h2>
        轨迹
        {onHistory !== undefined && (data?.total ?? 0) > 0 && (
          <button type="button" onClick={onHistory}>
            全部 {data?.total}
          </button>
        )}
      </h2>
      {error !== null && data === undefined && (
        <p>
          没有取到轨迹，
          <button type="button" onClick={() => void refetch()}>
            重试
          </button>
        </p>
      )}
      {data !== undefined && entries.length === 0 && <p>暂无记录</p>}
      <ol>
        {entries.map((entry, n) => (
          <li key={`${entry.at} ${n}`} data-tone={TONES[entry.action]}>
            <b>{entry.title}</b>
            <time dateTime={entry.at} title={entry.at}>
              {entry.at.slice(5, 16)}
            </time>
            <span>
              {entry.by}
              {gist(entry.changes.map((change) => change.title))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const TONES: Readonly<Record<string, string | undefined>> = {
  audit: 'ok',
  reject: 'bad',
  void: 'bad',
  unaudit: 'warn',
};

/** `，改 交期、数量等5项` */
function gist(titles: readonly string[]): string {
  const all = [...new Set(titles)];
  if (all.length === 0) return '';
  return `，${all.slice(0, 2).join('、')}${all.length > 2 ? `等${all.length}项` : ''}`;
}

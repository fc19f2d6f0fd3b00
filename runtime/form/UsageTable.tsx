/** How many records of which objects refer to a record, with the way to their lists. */
import type { MouseEvent } from 'react';
import { BASE } from '../data/base';
import type { Usage } from '../data/types';
import { type Host, useHost } from '../page/host';
import { EMPTY_QUERY, writeQuery } from '../page/list-query';
import styles from './UsageTable.module.css';

export interface UsageTableProps {
  readonly usage: readonly Usage[];
  /** the record they refer to */
  readonly id: string;
  readonly className?: string | undefined;
  /** a list was opened */
  readonly onOpen?: () => void;
}

export function UsageTable({ usage, id, className, onOpen }: UsageTableProps) {
  const host = useHost();
  return (
    <table className={[styles.usage, className].join(' ')}>
      <thead>
        <tr>
          <th>使用处</th>
          <th>记录数</th>
        </tr>
      </thead>
      <tbody>
        {usage.map((usage) => (
          <tr key={usage.object}>
            <th scope="row">
              <Way host={host} usage={usage} id={id} onOpen={onOpen} />
            </th>
            <td>
              {usage.count.toLocaleString('en')}
              {usage.capped === true && '+'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface WayProps {
  readonly host: Host;
  readonly usage: Usage;
  readonly id: string;
  readonly onOpen: (() => void) | undefined;
}
/** The list of an object, narrowed to what uses the record where the list can search for it. */
function Way({ host, usage, id, onOpen }: WayProps) {
  const { title, search } = usage;
  const list = usage.url === undefined ? undefined : host.urlOf(usage.object);
  if (list === undefined) return <>{title}</>;
  const query =
    search === undefined
      ? ''
      : `?${writeQuery({ ...EMPTY_QUERY, scheme: '', search: { [search]: id } }, new URLSearchParams())}`;
  const open = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onOpen?.();
    host.openPage(`${list}${query}`);
  };
  return (
    <a href={`${BASE}${list}${query}`} onClick={open}>
      {title}
    </a>
  );
}

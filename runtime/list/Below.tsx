/** Parts for the row in front (list.below): its sub-tables. The height is dragged and stays with the page. */
import { useQuery } from '@tanstack/react-query';
import { type PointerEvent, useMemo, useState } from 'react';
import type { Part } from '../../schemas/language/resolved';
import { keys } from '../data/query-client';
import { recordClient } from '../data/record-client';
import type { WireRow } from '../data/types';
import { factoryTime, Icon, type Page, useHost, useScale } from '../page/index';
import { columnsOf, DataTable, type TableContext, type TableStatus } from '../table/index';
import styles from './Below.module.css';

interface Props {
  readonly page: Page;
  readonly row: WireRow | undefined;
  readonly context: TableContext;
}

/** px at 1440: a window this high has room for both */
const TALL = 960;

export const Below = ({ page, row, context }: Props) => {
  const parts = useMemo(() => subParts(page), [page]);
  const [at, setAt] = useState(0);
  const scale = useScale();
  const [height, setHeight] = useState(() => Math.round(Math.min(320, window.innerHeight * 0.24)));
  // a low window gives its room to the rows until somebody asks for the details
  const [open, setOpen] = useState(() => window.innerHeight / scale >= TALL);
  const part = parts[at];
  if (part === undefined) return null;
  const handleDrag = (event: PointerEvent<HTMLElement>): void => {
    const bar = event.currentTarget;
    const from = event.clientY;
    bar.setPointerCapture(event.pointerId);
    const move = (now: globalThis.PointerEvent): void =>
      setHeight(Math.max(96, Math.min(window.innerHeight * 0.6, height + from - now.clientY)));
    const end = (): void => {
      bar.removeEventListener('pointermove', move);
      bar.removeEventListener('pointerup', end);
    };
    bar.addEventListener('pointermove', move);
    bar.addEventListener('pointerup', end);
  };
  return (
    <section className={styles.below} style={open ? { height } : undefined} aria-label="明细">
      <div className={styles.bar} onPointerDown={handleDrag}>
        <div role="tablist">
          {parts.map((one, index) => (
            <button
              key={one.code}
              type="button"
              role="tab"
              aria-selected={open && index === at}
              onPointerDown={(event) => event.stopPropagation()}
              onClick={() => {
                setOpen(index === at ? !open : true);
                setAt(index);
              }}
            >
              {one.title}
            </button>
          ))}
        </div>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={open}
          aria-label={open ? '收起明细' : '展开明细'}
          onPointerDown={(event) => event.stopPropagation()}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'down' : 'up'} />
        </button>
      </div>
      {open && <SubRows key={part.sub} page={page} sub={part.sub} title={part.title} row={row} context={context} />}
    </section>
  );
};

interface SubPart {
  readonly code: string;
  readonly title: string;
  readonly sub: string;
}

/** Parts that name a sub-table; pages and reports below a list are not drawn yet. */
const subParts = (page: Page): readonly SubPart[] =>
  page.object.list.below.flatMap((part: Part) =>
    (part.fields ?? []).flatMap((placement) => {
      const field = placement.field === undefined ? undefined : page.object.fields[placement.field];
      return field?.sub === undefined
        ? []
        : [{ code: `${part.code}.${field.code}`, title: part.title ?? field.title, sub: field.code }];
    }),
  );

interface RowsProps extends Props {
  readonly sub: string;
  readonly title: string;
}
const READY: TableStatus = { state: 'ready' };
const LOADING: TableStatus = { state: 'loading' };

const SubRows = ({ page, sub, title, row, context }: RowsProps) => {
  const { session } = useHost();
  const columns = useMemo(
    () =>
      columnsOf(page.object.fields[sub]?.sub?.columns ?? [], {
        object: page.object,
        lib: page.lib,
        dict: (code) => page.dicts.get(code),
        now: () => factoryTime(session.now()),
        sub,
      }),
    [page, sub, session],
  );
  const { data, isPending } = useQuery({
    queryKey: keys.one(page.object.object, page.code, row?.id ?? ''),
    queryFn: () => recordClient.getOne(page.code, { id: row?.id ?? '' }, { quiet: true }),
    enabled: row !== undefined,
  });
  const rows = useMemo(() => {
    const value = data?.[sub];
    return Array.isArray(value) ? (value as readonly unknown[] as readonly WireRow[]) : [];
  }, [data, sub]);
  return (
    <DataTable
      label={title}
      columns={columns}
      rows={row === undefined ? [] : rows}
      context={context}
      rowHeight={30}
      status={row !== undefined && isPending ? LOADING : READY}
      empty={row === undefined ? <p>点选上面的一行，这里显示它的{title}</p> : undefined}
    />
  );
};

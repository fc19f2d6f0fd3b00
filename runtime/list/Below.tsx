/** Parts for the row in front (list.below): its sub-tables, lists of other pages. Height and folding stay with the page. */
import { lazy, type PointerEvent, Suspense, useMemo, useState } from 'react';
import type { Part } from '../../schemas/language/resolved';
import type { WireRow } from '../data/types';
import { isRecordBlock } from '../form/block-names';
import { mayRead } from '../form/layout';
import { Icon, type Page, rem, useScale } from '../page/index';
import type { TableContext } from '../table/index';
import styles from './Below.module.css';
import { ListRows, SubRows } from './BelowRows';
import { type BelowShape, keepShape, keptShape } from './below-shape';

interface Props {
  readonly page: Page;
  readonly row: WireRow | undefined;
  readonly context: TableContext;
}

const ReportPart = lazy(() => import('../charts/index').then((module) => ({ default: module.ReportPart })));
const RecordBlock = lazy(() => import('../form/blocks').then((module) => ({ default: module.RecordBlock })));
const MIN_HEIGHT = 96;

export const Below = ({ page, row, context }: Props) => {
  const parts = useMemo(() => belowParts(page), [page]);
  const [at, setAt] = useState(0);
  const scale = useScale();
  const [shape, setShape] = useState(() => keptShape(localStorage, page.code, window.innerHeight / scale));
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const part = parts[at];
  if (part === undefined) return null;
  const { open, height } = shape;
  const reshape = (next: Partial<BelowShape>): void => {
    setShape({ ...shape, ...next });
    keepShape(localStorage, page.code, { ...shape, ...next });
  };
  const handleDrag = (event: PointerEvent<HTMLElement>): void => {
    const handle = event.currentTarget;
    const from = event.clientY;
    const most = (window.innerHeight / scale) * 0.6;
    handle.setPointerCapture(event.pointerId);
    const move = (now: globalThis.PointerEvent): void =>
      reshape({ height: Math.max(MIN_HEIGHT, Math.min(most, height + (from - now.clientY) / scale)) });
    const end = (): void => {
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('pointerup', end);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', end);
  };
  return (
    <section className={styles.below} style={open ? { height: rem(height) } : undefined} aria-label="明细">
      <div className={styles.bar} onPointerDown={handleDrag}>
        <div role="tablist">
          {parts.map((part, index) => (
            <button
              key={part.code}
              type="button"
              role="tab"
              aria-selected={open && index === at}
              onPointerDown={(event) => event.stopPropagation()}
              onClick={() => {
                reshape({ open: index === at ? !open : true });
                setAt(index);
              }}
            >
              {part.title}
            </button>
          ))}
        </div>
        <div className={styles.pages} ref={setBar} onPointerDown={(event) => event.stopPropagation()} />
        <button
          type="button"
          className={styles.fold}
          aria-expanded={open}
          aria-label={open ? '收起明细' : '展开明细'}
          onPointerDown={(event) => event.stopPropagation()}
          onClick={() => reshape({ open: !open })}
        >
          <Icon name={open ? 'down' : 'up'} />
        </button>
      </div>
      {open &&
        (part.report !== undefined ? (
          <Suspense fallback={null}>
            {row !== undefined && (
              <ReportPart
                key={part.code}
                page={page}
                part={part.report}
                doc={(field) => row[`${field}Id`] ?? row[field]}
              />
            )}
          </Suspense>
        ) : part.block !== undefined ? (
          <div className={styles.block}>
            {row === undefined ? (
              <p>点选上面的一行，这里显示它的{part.title}</p>
            ) : (
              <Suspense fallback={null}>
                <RecordBlock key={row.id} name={part.block} page={page} record={row} />
              </Suspense>
            )}
          </div>
        ) : part.list !== undefined ? (
          <ListRows key={part.code} page={page} part={part.list} title={part.title} row={row} bar={bar} />
        ) : (
          <SubRows key={part.code} page={page} sub={part.sub ?? ''} title={part.title} row={row} context={context} />
        ))}
    </section>
  );
};

/** A tab: rows of a sub-table, a list of another page, a report, or a block. */
interface BelowPart {
  readonly code: string;
  readonly title: string;
  readonly sub?: string;
  readonly list?: Part;
  readonly report?: Part;
  readonly block?: string;
}

const belowParts = (page: Page): readonly BelowPart[] =>
  page.object.list.below.flatMap((part: Part): readonly BelowPart[] => {
    if (!mayRead(page, part)) return [];
    const named = { code: part.code, title: part.title ?? part.code };
    if (part.list !== undefined) return [{ ...named, list: part }];
    if (part.report !== undefined) return [{ ...named, report: part }];
    if (part.block !== undefined) return isRecordBlock(part.block) ? [{ ...named, block: part.block }] : [];
    return (part.fields ?? []).flatMap((placement) => {
      const field = placement.field === undefined ? undefined : page.object.fields[placement.field];
      return field?.sub === undefined
        ? []
        : [{ code: `${part.code}.${field.code}`, title: part.title ?? field.title, sub: field.code }];
    });
  });

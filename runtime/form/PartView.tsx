/** A part of a form that is no field: a list of another page bound to the record, a report that reads it, or a block. */
import { lazy, Suspense } from 'react';
import type { Part } from '../../schemas/language/resolved';
import type { Json } from '../../schemas/language/value';
import { useSignal } from '../data/signal';
import { type RecordListProps, useRooms } from '../page/rooms';
import { isFormBlock, isRecordBlock } from './block-names';
import { RecordBlock } from './blocks';
import { formBlock } from './form-blocks';
import type { FormModel } from './form-model';
import { mayRead } from './layout';
import styles from './PartView.module.css';

const ReportPart = lazy(() => import('../charts/index').then((module) => ({ default: module.ReportPart })));

/** Can the runtime draw it? Parts it cannot draw take no place. */
export const isDrawn = (part: Part): boolean =>
  part.list !== undefined ||
  part.report !== undefined ||
  (part.block !== undefined && (isFormBlock(part.block) || isRecordBlock(part.block)));

export interface PartViewProps {
  readonly model: FormModel;
  readonly part: Part;
}

export function PartView({ model, part }: PartViewProps) {
  useSignal(model.standing);
  useSignal(model.changed);
  const { page } = model;
  if (model.states.hidden.has(`@${part.code}`) || !mayRead(page, part)) return null;
  if (part.report !== undefined) return <ReportView model={model} part={part} />;
  const { block = '' } = part;
  const Block = formBlock(block);
  const body =
    model.isNew && (part.list !== undefined || isRecordBlock(block)) ? (
      <p className={styles.later}>保存后显示</p>
    ) : part.list !== undefined ? (
      <div className={styles.rows}>
        <ListPart part={part} doc={model.doc} rowHeight={34} />
      </div>
    ) : Block === undefined ? (
      <RecordBlock name={block} page={page} record={model.stored} />
    ) : (
      <Block model={model} />
    );
  return (
    <section className={styles.part} aria-label={part.title ?? part.code}>
      {part.title !== undefined && part.tab === undefined && <h2 className={styles.title}>{part.title}</h2>}
      {body}
    </section>
  );
}

function ListPart(props: RecordListProps) {
  const { PartList } = useRooms();
  return (
    <Suspense fallback={null}>
      <PartList {...props} />
    </Suspense>
  );
}

/** Follows the form as it is typed; titled by its chart. */
function ReportView({ model, part }: PartViewProps) {
  const { page } = model;
  return (
    <section className={styles.part} aria-label={part.title ?? part.code}>
      <Suspense fallback={null}>
        <ReportPart
          page={page}
          part={part}
          doc={(field) => model.value(field) as Json | undefined}
          {...(model.isNew ? { empty: '保存后显示' } : {})}
        />
      </Suspense>
    </section>
  );
}

/** A group of fields in a grid of one to four columns, with the count of its errors in the header. Groups below the fold mount when they come near. */
import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { type CSSProperties, createContext, use, useEffect, useRef, useState } from 'react';
import { kindOf } from '../../schemas/language/kinds/index';
import { useSignal } from '../data/signal';
import { rem } from '../page/scale';
import styles from './form.module.css';
import type { FormModel } from './form-model';
import type { Group, Placed } from './layout';
import { FieldCell, lookOf } from './render';

export interface GroupViewProps {
  readonly model: FormModel;
  readonly group: Group;
  readonly labelWidth: number;
  /** mounts its fields only when it comes near the window */
  readonly later?: boolean;
  /** begins folded: its values stand in the header in one line */
  readonly folded?: boolean;
}
/**
 * The form a cell is drawn in: that of its group. Where a form is drawn anew for every change of its document (the designer's sheet), cells
 * that would show the same stay in the one they were drawn in.
 */
export type FormOfCell = (code: string, model: FormModel) => FormModel;
export const FormOfCellContext = createContext<FormOfCell>((_, model) => model);

/** one line of fields, for the place that a group keeps until it is mounted */
const LINE = 44;

export function GroupView({ model, group, labelWidth, later = false, folded: begin = false }: GroupViewProps) {
  const [folded, setFolded] = useState(begin);
  const frame = useRef<HTMLDivElement>(null);
  const near = useNear(frame, later);
  const formOf = use(FormOfCellContext);
  useSignal(model.standing);
  const hidden = (code: string): boolean => model.states.hidden.has(code);
  const shown = group.fields.filter((field) => !hidden(field.field.code));
  if ((shown.length === 0 && group.fields.length > 0) || hidden(`@${group.code}`)) return null;
  const errors = model.errorsIn(shown.map((placed) => placed.field.code));
  const lines = Math.ceil(shown.reduce((sum, placed) => sum + placed.span, 0) / group.columns);
  return (
    <section className={styles.group} ref={frame} data-group={group.code}>
      {group.title !== '' && (
        <button
          type="button"
          className={styles.groupHead}
          // keys stop here only where they must: what is folded cannot be reached otherwise
          tabIndex={folded ? 0 : -1}
          aria-expanded={!folded}
          onClick={() => setFolded(!folded)}
        >
          <span className={styles.groupTitle}>{group.title}</span>
          {errors > 0 && <span className={styles.errors}>{errors} 处错误</span>}
          {folded && errors === 0 && <Gist model={model} fields={shown} />}
          <span className={styles.fold}>
            {folded ? `${shown.length} 项` : ''}
            {folded ? <RightOutlined /> : <DownOutlined />}
          </span>
        </button>
      )}
      {!near ? (
        <div className={styles.later} style={{ height: rem(lines * LINE) }} />
      ) : (
        <div
          className={group.title === '' ? `${styles.fields} ${styles.bare}` : styles.fields}
          hidden={folded && errors === 0}
          data-columns={group.columns}
          style={{ '--columns': group.columns } as CSSProperties}
        >
          {group.fields.map((placed) => (
            <FieldCell
              key={placed.field.code}
              model={formOf(placed.field.code, model)}
              placed={placed}
              labelWidth={labelWidth}
            />
          ))}
        </div>
      )}
    </section>
  );
}

const GIST = 5;

/** The first filled values of a folded group, with their titles, in one line. */
function Gist({ model, fields }: { readonly model: FormModel; readonly fields: readonly Placed[] }) {
  useSignal(model.changed);
  const said = fields
    .map(({ field, title }) => ({
      title,
      text: kindOf(field.kind).codec.toText(model.value(field.code), field, lookOf(model)),
    }))
    .filter((item) => item.text !== '')
    .slice(0, GIST);
  return (
    <span className={styles.gist}>
      {said.map((item) => (
        <span key={item.title}>
          <small>{item.title}</small>
          {item.text}
        </span>
      ))}
    </span>
  );
}

/** True from the moment the element was within a screen of the window. */
function useNear(frame: { readonly current: HTMLElement | null }, later: boolean): boolean {
  const [near, setNear] = useState(!later);
  useEffect(() => {
    const element = frame.current;
    if (near || element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: '300px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [near, frame]);
  return near;
}

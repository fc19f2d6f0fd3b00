/** Expressions, sentences and values: what the linter knows of the place is what is offered. Conditions can also be clicked together. */
import { useMemo, useState } from 'react';
import { BOOL } from '../../../schemas/language/expr/types';
import type { Json } from '../../../schemas/language/value';
import {
  ConditionDialog,
  ExpressionEditor,
  type ExprForm,
  type Place,
  placeAt,
  placeOf,
  readable,
} from '../../expression/index';
import { useInspecting } from '../context';
import styles from '../inspector.module.css';
import { LiteralEditor } from './LiteralEditor';
import type { EditorProps } from './props';
import { TextEditor } from './TextEditor';

export const ExprEditor = (props: EditorProps & { readonly form: ExprForm }) => {
  const { doc, library } = useInspecting();
  const { address, form } = props;
  const place = useMemo(() => {
    const found = placeAt(doc, address, form, library);
    return found === undefined ? undefined : placeOf(found);
  }, [doc, address, form, library]);
  // a place the linter does not type is a plain text
  if (place === undefined) return <TextEditor {...props} shape="text" />;
  return form === 'value' ? <ValueEditor {...props} place={place} /> : <Editor {...props} place={place} />;
};

interface Placed extends EditorProps {
  readonly form: ExprForm;
  readonly place: Place;
}
const Editor = (props: Placed) => {
  const { title, value, base, mixed, form, place, onChange, address } = props;
  const { doc, sample, page, onLeft } = useInspecting();
  const [building, setBuilding] = useState(false);
  const text = typeof value === 'string' ? value : '';
  // what a flow asks of its document is evaluated over the record, so it need not be SQL
  const isBuilt = place.sql === true || doc.$schema === 'flow/1';
  const isCondition = form === 'expr' && place.want === BOOL && isBuilt && isHead(place) && page !== undefined;
  const hint = mixed ? '不一致' : typeof base === 'string' && base !== '' ? readable(base, form, place) : '无';
  return (
    <div className={styles.expr}>
      <ExpressionEditor
        label={title}
        value={text}
        form={form}
        place={place}
        hint={hint}
        sample={sample}
        onCommit={(next) => onChange(next === '' ? undefined : next)}
        onLeft={(typed, from) => onLeft?.(address, typed || undefined, from || undefined)}
      />
      {isCondition && (
        <button type="button" className={styles.link} onClick={() => setBuilding(true)}>
          点选条件
        </button>
      )}
      {building && page !== undefined && (
        <ConditionDialog
          key={address}
          page={page}
          place={place}
          title={title}
          text={text}
          onApply={(next) => onChange(next === '' ? undefined : next)}
          onClose={() => setBuilding(false)}
        />
      )}
    </div>
  );
};
/** The builder knows the fields of the page's own records. */
const isHead = ({ env }: Place): boolean =>
  env.sub === undefined && env.candidate === undefined && env.rowsAtHand !== true;
/** A literal of the wanted type, or behind `=` an expression. */
const ValueEditor = (props: Placed) => {
  const { value, title, disabled, onChange, place } = props;
  const isExpr = typeof value === 'string' && value.startsWith('=');
  const [opened, setOpened] = useState(false);
  const asExpr = isExpr || opened;
  const change = (next: Json | undefined): void => onChange(next === '=' ? undefined : next);
  return (
    <div className={styles.value}>
      <div className={styles.grow}>
        {asExpr ? (
          <Editor {...props} value={isExpr ? value : '='} onChange={change} />
        ) : (
          <LiteralEditor {...props} want={place.want} />
        )}
      </div>
      <button
        type="button"
        className={styles.fx}
        aria-pressed={asExpr}
        aria-label={asExpr ? `${title}改为固定值` : `${title}改为表达式`}
        title={asExpr ? '改为固定值' : '改为表达式'}
        disabled={disabled}
        onClick={() => {
          if (isExpr) onChange(undefined);
          setOpened(!asExpr);
        }}
      >
        <i data-letters="fx" />
      </button>
    </div>
  );
};

/** Several numbers side by side (readings, gauges): as many cells as `max` says, else one more than there are. A reading keeps its place. */
import { Input } from 'antd';
import { cleanNumber } from '../../../schemas/language/codec/decimal';
import type { Value } from '../../../schemas/language/value';
import type { InputProps } from '../input-props';
import { useDraft } from './draft';
import styles from './inputs.module.css';
import { numberText, readNumberText } from './NumberInput';

export function ReadingsInput(props: InputProps) {
  const { id, field, value, host, onChange } = props;
  const given = Array.isArray(value) ? (value as readonly (number | null)[]) : [];
  const max = host.limit(field, 'max');
  const count = typeof max === 'number' ? Math.max(max, given.length) : given.length + 1;
  const put = (at: number, next: number | null): void => {
    const list = Array.from({ length: Math.max(given.length, at + 1) }, (_, n) =>
      n === at ? next : (given[n] ?? null),
    );
    // only where readings have places of their own one left out stays a gap, here as in what is stored
    const kept = field.spread === true ? list : list.filter((number) => number !== null);
    onChange(kept.slice(0, kept.findLastIndex((number) => number !== null) + 1) as Value);
  };
  return (
    <fieldset className={styles.readings} aria-label={field.title}>
      {Array.from({ length: count }, (_, at) => (
        <Reading
          key={`${id}-${at}`}
          {...props}
          {...(at === 0 || id === undefined ? {} : { id: `${id}-${at}` })}
          label={`${field.title}${at + 1}`}
          value={given[at] ?? null}
          autoFocus={at === 0 && props.autoFocus === true}
          onChange={(next) => put(at, typeof next === 'number' ? next : null)}
        />
      ))}
    </fieldset>
  );
}

function Reading({
  id,
  field,
  value,
  host,
  onChange,
  disabled,
  status,
  autoFocus,
  label,
}: InputProps & { readonly label: string }) {
  const draft = useDraft({ value, format: numberText, parse: readNumberText, onChange });
  return (
    <Input
      id={id}
      className={host.outside?.(field, value) === true ? `${styles.reading} ${styles.out}` : styles.reading}
      aria-label={label}
      value={draft.text}
      disabled={disabled}
      status={status}
      autoFocus={autoFocus}
      autoComplete="off"
      inputMode="decimal"
      onChange={(event) =>
        draft.onText(cleanNumber(event.target.value.normalize('NFKC'), { negative: true, scale: host.decimals(field) }))
      }
      onFocus={(event) => event.target.select()}
      onBlur={draft.onLeave}
      onKeyDown={draft.onKey}
    />
  );
}

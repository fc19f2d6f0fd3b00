import { InputNumber } from 'antd';
import type { Json } from '../../../schemas/language/value';
import type { FilterProps } from '../filter-props';
import styles from './filter.module.css';

/** From and to; either may stay open. */
export const NumberRangeFilter = ({ title, value, onChange, onEnter }: FilterProps) => {
  // an address may name one number alone
  const pair: readonly (Json | undefined)[] = Array.isArray(value) ? value : [value, value].map(numberOf);
  const set = (index: number, next: number | null): void => {
    const changed = [pair[0] ?? null, pair[1] ?? null];
    changed[index] = next;
    onChange(changed.every((part) => part === null) ? undefined : changed, false);
  };
  const box = (index: number, text: string) => (
    <InputNumber
      value={typeof pair[index] === 'number' ? pair[index] : null}
      placeholder={text}
      aria-label={`${title} ${index === 0 ? '从' : '到'}`}
      controls={false}
      onChange={(next) => set(index, next)}
      onPressEnter={onEnter}
    />
  );
  return (
    <div className={styles.pair} role="group" aria-label={title}>
      {box(0, title)}
      <span>~</span>
      {box(1, '到')}
    </div>
  );
};

const numberOf = (value: Json | undefined): Json | undefined =>
  typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;

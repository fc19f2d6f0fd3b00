/** Kind 23: stars; halves where the type is decimal. The same star again takes the rating away. */
import { Rate } from 'antd';
import type { InputProps } from '../input-props';
import styles from '../shared/inputs.module.css';
import { starsOf } from './stars';

export function RatingInput({ id, field, value, onChange, disabled, autoFocus }: InputProps) {
  return (
    <Rate
      {...(id === undefined ? {} : { id })}
      aria-label={field.title}
      className={styles.stars ?? ''}
      count={starsOf(field)}
      allowHalf={field.type === 'decimal'}
      allowClear={field.required !== true}
      value={typeof value === 'number' ? value : 0}
      disabled={disabled ?? false}
      autoFocus={autoFocus ?? false}
      onChange={(next) => onChange(next === 0 ? null : next)}
    />
  );
}

/**
 * Days from and to, both included; the server takes the last day whole. Until somebody comes near, two plain fields stand for the
 * calendar, whose library (34 kB) the first list of the day does not wait for.
 */
import { lazy, Suspense, useState } from 'react';
import type { FilterProps } from '../filter-props';
import styles from './DateRangeFilter.module.css';
import { spanOf } from './day-span';

const DayCalendar = lazy(() => import('./DayCalendar').then((module) => ({ default: module.DayCalendar })));

export const DateRangeFilter = (props: FilterProps) => {
  const [wanted, setWanted] = useState(false);
  const [focused, setFocused] = useState<0 | 1>();
  const [from, to] = spanOf(props.value);
  const end = (index: 0 | 1, day: string, placeholder: string) => (
    <input
      readOnly
      value={day}
      placeholder={placeholder}
      aria-label={props.title}
      onFocus={() => {
        setFocused(index);
        setWanted(true);
      }}
      onBlur={() => setFocused(undefined)}
    />
  );
  const plain = (
    <span className={styles.days} onPointerEnter={() => setWanted(true)}>
      {end(0, from, props.title)}
      <i aria-hidden>~</i>
      {end(1, to, '到')}
    </span>
  );
  return wanted ? (
    <Suspense fallback={plain}>
      <DayCalendar {...props} focused={focused} />
    </Suspense>
  ) : (
    plain
  );
};

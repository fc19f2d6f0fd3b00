/**
 * Days from and to, both included; the server takes the last day whole. Until somebody comes near, two plain fields stand for the
 * calendar, whose library (34 kB) the first list of the day does not wait for.
 */
import { useState } from 'react';
import type { FilterProps } from '../filter-props';
import styles from './DateRangeFilter.module.css';
import type { DayCalendar } from './DayCalendar';
import { spanOf } from './day-span';

export const DateRangeFilter = (props: FilterProps) => {
  // kept here and not by Suspense: the plain fields stay as they are, with the focus, until it is there
  const [Calendar, setCalendar] = useState<typeof DayCalendar>();
  const [focused, setFocused] = useState<0 | 1>();
  const [isPressed, setPressed] = useState(false);
  const fetchCalendar = (): void => {
    // without network they stay, and the next one who comes near asks again
    import('./DayCalendar').then(
      (module) => setCalendar(() => module.DayCalendar),
      () => undefined,
    );
  };
  if (Calendar) return <Calendar {...props} focused={focused} isPressed={isPressed} />;
  const [from, to] = spanOf(props.value);
  const end = (index: 0 | 1, day: string, placeholder: string) => (
    <input
      readOnly
      value={day}
      placeholder={placeholder}
      aria-label={props.title}
      onFocus={() => {
        setFocused(index);
        fetchCalendar();
      }}
      onBlur={() => setFocused(undefined)}
    />
  );
  return (
    <span className={styles.days} onPointerEnter={fetchCalendar} onPointerDown={() => setPressed(true)}>
      {end(0, from, props.title)}
      <i aria-hidden>→</i>
      {end(1, to, '到')}
    </span>
  );
};

/** A control whose library comes when it is first needed; the box keeps its place until then. */
import { type ComponentType, lazy, Suspense } from 'react';
import type { InputProps } from '../input-props';
import styles from './inputs.module.css';

export const later = (load: () => Promise<ComponentType<InputProps>>, tall = false) => {
  const Control = lazy(() => load().then((control) => ({ default: control })));
  return (props: InputProps) => (
    <Suspense fallback={<div className={tall ? `${styles.later} ${styles.tall}` : styles.later} aria-busy="true" />}>
      <Control {...props} />
    </Suspense>
  );
};

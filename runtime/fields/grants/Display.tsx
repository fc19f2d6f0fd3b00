import { lazy, Suspense } from 'react';
import type { Display } from '../display-props';
import styles from '../shared/inputs.module.css';

const Tree = lazy(() => import('./GrantTree').then((module) => ({ default: module.GrantReader })));

/** What a role may do, to be read. */
export const GrantsDisplay: Display = ({ value }) => (
  <Suspense fallback={<div className={`${styles.later} ${styles.tall}`} aria-busy="true" />}>
    <Tree chosen={Array.isArray(value) ? value.map(String) : []} />
  </Suspense>
);

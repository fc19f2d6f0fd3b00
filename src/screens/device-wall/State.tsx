/** The run state of a device: its word, its colour, how long it has been in it. */
import type { CSSProperties } from 'react';
import { factoryTime } from '../../../runtime/page/index';
import { elapsed } from '../../../schemas/language/codec/span';
import styles from './state.module.css';
import { useNow } from './use-now';
import { STATES, stateTitle } from './words';

/** The colour of a state, for whatever is drawn below. */
export const edge = (state: string | null): CSSProperties => {
  const known = STATES.some(({ code }) => code === state);
  return {
    '--e': known ? `var(--c-state-${state})` : 'var(--c-line)',
    '--w': known ? `var(--c-state-${state}-ink)` : 'var(--c-text2)',
  } as CSSProperties;
};

export const Dot = () => <i className={styles.dot} aria-hidden="true" />;
export const StateWord = ({ state }: { readonly state: string | null }) => (
  <b className={styles.state}>{stateTitle(state)}</b>
);
export const Since = ({ since }: { readonly since: string | null }) => {
  const now = useNow();
  return since === null ? null : <time className={styles.since}>{elapsed(since, factoryTime(now))}</time>;
};

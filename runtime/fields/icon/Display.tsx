import { Icon } from '../../page/Icon';
import type { Display } from '../display-props';
import styles from '../shared/display.module.css';
import { iconTitle } from './icons';

export const IconDisplay: Display = ({ value }) =>
  typeof value === 'string' ? (
    <span className={styles.colour}>
      <Icon name={value} />
      {iconTitle(value)}
    </span>
  ) : null;

/** `tip` — an icon in the header with its text (showIcon, showTipContent, tipContentWidth of the specification). */
import { Icon } from '../../page/Icon';
import type { TableFeature } from '../types';
import styles from './features.module.css';

export const tip: TableFeature = {
  code: 'tip',
  applies: (column) => column.tip !== undefined,
  header: ({ key, tip: shown }) =>
    shown === undefined ? null : (
      <span key={`tip${key}`} className={styles.tipIcon} data-tip={shown.text} data-tip-width={shown.width}>
        <Icon name="info" />
      </span>
    ),
};

/** `as: tag` — a dictionary's label on the tone of its item; an unknown code reads `--`. */
import type { TableFeature } from '../types';
import styles from './features.module.css';

export const tag: TableFeature = {
  code: 'tag',
  applies: (column) => column.as === 'tag',
  cell: ({ row, column, text, context }, inner) => {
    const { dict, type } = column.field ?? {};
    const value = row[column.key];
    if (dict !== undefined && value !== null && value !== undefined && context.code !== undefined) {
      const codes = Array.isArray(value) ? value : [value];
      return codes.map((code) => {
        const { label, tone, plain } = context.code?.(dict, String(code)) ?? { label: '--', tone: 'info' as const };
        return (
          <span key={String(code)} className={styles.tag} data-tone={tone} data-plain={plain === true ? '' : undefined}>
            {label}
          </span>
        );
      });
    }
    // what is not so is the normal case and stays quiet
    if (type === 'bool')
      return value === true ? (
        <span className={styles.tag} data-tone="success">
          {text}
        </span>
      ) : (
        <span className={styles.quiet}>{text}</span>
      );
    if (text === '') return inner;
    return (
      <span className={styles.tag} data-tone={context.tone?.(column, row)}>
        {text}
      </span>
    );
  },
};

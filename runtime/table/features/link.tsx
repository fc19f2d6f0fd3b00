/** penetrate and `as: link` — the text leads somewhere if the context knows where; a middle click opens it beside. */
import type { TableFeature } from '../types';
import styles from './features.module.css';

export const link: TableFeature = {
  code: 'link',
  applies: (column) =>
    column.as === 'link' ||
    typeof column.placement?.penetrate === 'object' ||
    (column.field?.type === 'ref' && column.field.many !== true && column.placement?.penetrate !== false),
  ways: ({ row, column, text, context }) => {
    const target = text === '' ? undefined : context.link?.(column, row);
    return target === undefined
      ? []
      : [{ key: column.key, title: `${column.title}：${text}`, go: () => target.open() }];
  },
  cell: ({ row, column, text, context }, inner) => {
    if (text === '') return inner;
    const target = context.link?.(column, row);
    if (target === undefined) return inner;
    return (
      <a
        className={column.as === 'link' ? styles.link : styles.quietLink}
        href={target.href ?? '#'}
        data-own=""
        tabIndex={-1}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          target.open();
        }}
      >
        {inner}
      </a>
    );
  },
};

/** What a board or report is searched by: the conditions that stand there, and the dims that could. */
import { isDated } from '../../schemas/language/kinds/index';
import { placementKey } from '../../schemas/language/resolve/placement';
import type { Placement } from '../../schemas/language/resolved';
import type { ResolvedReport } from '../../schemas/language/resolved-report';
import { addSearch, moveBy, removeEntries } from '../commands/index';
import type { Seat } from '../desk/seat';
import { Glyph } from '../Glyph';
import styles from './chart.module.css';

interface Props {
  readonly seat: Seat;
  /** `search` of a board, `list.search` of a report */
  readonly list: 'search' | 'list.search';
  readonly items: readonly Placement[];
  /** reports it reaches */
  readonly reports: readonly ResolvedReport[];
  readonly query: string;
}

export const SearchTab = ({ seat, list, items, reports, query }: Props) => {
  const there = new Set(items.map(placementKey));
  const fields = new Map(
    reports.flatMap((report) =>
      [...Object.values(report.dims), ...Object.values(report.params)].map((field) => [field.code, field] as const),
    ),
  );
  const titleOf = (code: string): string => fields.get(code)?.title ?? code;
  const reach = (code: string): number =>
    reports.filter((report) => report.dims[code] !== undefined || report.params[code] !== undefined).length;
  const wanted = query.trim().toLowerCase();
  const offered = [...fields.values()].filter(
    (field) => !there.has(field.code) && `${field.title} ${field.code}`.toLowerCase().includes(wanted),
  );
  return (
    <div className={styles.tree}>
      <h3 className={styles.area}>现有条件</h3>
      {items.length === 0 && <p className={styles.none}>还没有条件，点下面的维度加上。</p>}
      {items.map((item, n) => {
        const code = placementKey(item);
        const address = `${list}.${code}`;
        return (
          <div key={code} className={styles.row}>
            <button
              type="button"
              className={styles.field}
              data-used={seat.view.selection.includes(address) ? '' : undefined}
              onClick={() => seat.desk.select([address])}
            >
              <Glyph name="funnel" />
              <span className={styles.name}>{item.title ?? titleOf(code)}</span>
            </button>
            {n > 0 && (
              <button
                type="button"
                className={styles.icon}
                aria-label={`前移${titleOf(code)}`}
                onClick={() => seat.run(moveBy, { address, by: -1 })}
              >
                <Glyph name="up" />
              </button>
            )}
            <button
              type="button"
              className={styles.icon}
              aria-label={`移除条件${titleOf(code)}`}
              onClick={() => seat.run(removeEntries, { addresses: [address] })}
            >
              <Glyph name="close" />
            </button>
          </div>
        );
      })}
      <h3 className={styles.area}>可以加的维度</h3>
      {offered.map((field) => (
        <button
          key={field.code}
          type="button"
          className={styles.field}
          onClick={() =>
            seat.run(addSearch, {
              field: field.code,
              ...(isDated(field)
                ? { form: 'time' as const }
                : field.dict !== undefined
                  ? { form: 'dict' as const }
                  : {}),
            })
          }
        >
          <i className={styles.role}>维</i>
          <span className={styles.name}>{field.title}</span>
          {reports.length > 1 && <em>{reach(field.code)} 个数据集</em>}
        </button>
      ))}
      {offered.length === 0 && <p className={styles.none}>{wanted === '' ? '没有更多维度' : '没有找到'}</p>}
    </div>
  );
};

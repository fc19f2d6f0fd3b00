/** What can be put into a flow, by who does it: dragged to a line, or pressed to come behind what is chosen. */
import type { NodeSort } from '../../schemas/language/flow/document';
import { Glyph } from '../Glyph';
import { useTaken } from '../parts/Dragging';
import styles from './flow.module.css';
import { NODE_ICONS, sortTitle } from './words';

const GROUPS: readonly { readonly title: string; readonly sorts: readonly NodeSort[] }[] = [
  { title: '人来做', sorts: ['approve', 'work', 'cc'] },
  { title: '分开走', sorts: ['branch', 'inclusive', 'parallel'] },
  { title: '系统做', sorts: ['service', 'wait', 'end'] },
];
interface Props {
  readonly query: string;
  readonly disabled: boolean;
  readonly onUse: (sort: NodeSort) => void;
}

export const NodePalette = ({ query, disabled, onUse }: Props) => (
  <div className={styles.palette}>
    {GROUPS.map(({ title, sorts }) => {
      const found = sorts.filter((sort) => sortTitle(sort).includes(query.trim()));
      return found.length === 0 ? null : (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <div className={styles.offers}>
            {found.map((sort) => (
              <Offer key={sort} sort={sort} disabled={disabled} onUse={onUse} />
            ))}
          </div>
        </section>
      );
    })}
  </div>
);

const Offer = ({ sort, disabled, onUse }: Omit<Props, 'query'> & { readonly sort: NodeSort }) => {
  const title = sortTitle(sort);
  const { onPointerDown } = useTaken({ id: `sort:${sort}`, title }, disabled);
  return (
    <button
      type="button"
      onPointerDown={onPointerDown}
      className={styles.offer}
      disabled={disabled}
      onClick={() => onUse(sort)}
    >
      <Glyph name={NODE_ICONS[sort]} />
      {title}
    </button>
  );
};

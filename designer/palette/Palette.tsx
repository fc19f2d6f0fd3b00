/**
 * The palette: fields that stand on no page yet first, then kinds by groups, then parts of the page. Everything is dragged to its place
 * or put behind what is chosen by a click or Enter.
 */
import { type ReactNode, useState } from 'react';
import { Glyph } from '../Glyph';
import { useTaken } from '../parts/Dragging';
import { LAYOUT, type LayoutCode, matching } from './kinds';
import styles from './palette.module.css';

/** What a chip of the palette stands for. */
export type Offered =
  | { readonly sort: 'kind'; readonly code: string }
  | { readonly sort: 'field'; readonly code: string }
  | { readonly sort: 'layout'; readonly code: LayoutCode };

export interface Unplaced {
  readonly code: string;
  readonly title: string;
  readonly icon: string;
  readonly note: string;
  /** its absence is a problem */
  readonly missing: boolean;
}
export interface PaletteProps {
  readonly query: string;
  readonly unplaced: readonly Unplaced[];
  /** what has no place on the page of this name */
  readonly place: string;
  readonly layout: boolean;
  readonly onUse: (offered: Offered) => void;
}

const SHOWN = 4;

export const Palette = ({ query, unplaced, place, layout, onUse }: PaletteProps) => {
  const [more, setMore] = useState(false);
  const [all, setAll] = useState(false);
  const wanted = query.trim();
  const loose = unplaced.filter((field) => `${field.title} ${field.code}`.includes(wanted));
  const groups = matching(query);
  const parts = layout ? LAYOUT.filter((item) => item.title.includes(wanted)) : [];
  return (
    <div className={styles.palette}>
      {loose.length > 0 && (
        <Group title={`未放入${place}`} count={loose.length}>
          {(all || wanted !== '' ? loose : loose.slice(0, SHOWN)).map((field) => (
            <Chip
              key={field.code}
              id={`field:${field.code}`}
              icon={field.icon}
              title={field.title}
              note={field.missing ? '必填' : field.note}
              wide
              missing={field.missing}
              onUse={() => onUse({ sort: 'field', code: field.code })}
            />
          ))}
          {!all && wanted === '' && loose.length > SHOWN && (
            <button type="button" className={styles.rest} onClick={() => setAll(true)}>
              还有 {loose.length - SHOWN} 个
            </button>
          )}
        </Group>
      )}
      {groups
        .filter((group) => group.more !== true || more)
        .map((group) => (
          <Group key={group.title} title={group.title}>
            {group.kinds.map((kind) => (
              <Chip
                key={kind.code}
                id={`kind:${kind.code}`}
                icon={kind.icon}
                title={kind.title}
                onUse={() => onUse({ sort: 'kind', code: kind.code })}
              />
            ))}
          </Group>
        ))}
      {parts.length > 0 && (
        <Group title="布局">
          {parts.map((part) => (
            <Chip
              key={part.code}
              id={`layout:${part.code}`}
              icon={part.icon}
              title={part.title}
              onUse={() => onUse({ sort: 'layout', code: part.code })}
            />
          ))}
        </Group>
      )}
      {wanted === '' && (
        <button type="button" className={styles.more} onClick={() => setMore(!more)}>
          {more ? '收起更多类型' : '更多类型'}
        </button>
      )}
      {groups.length === 0 && loose.length === 0 && parts.length === 0 && <p className={styles.none}>没有找到</p>}
    </div>
  );
};

interface GroupProps {
  readonly title: string;
  readonly count?: number;
  readonly children: ReactNode;
}
const Group = ({ title, count, children }: GroupProps) => (
  <section className={styles.group} aria-label={title}>
    <h2>
      {title} {count !== undefined && <em>{count}</em>}
    </h2>
    <div className={styles.chips}>{children}</div>
  </section>
);

interface ChipProps {
  readonly id: string;
  readonly icon: string;
  readonly title: string;
  readonly note?: string;
  readonly wide?: boolean;
  readonly missing?: boolean;
  readonly onUse: () => void;
}
const Chip = ({ id, icon, title, note, wide = false, missing = false, onUse }: ChipProps) => {
  const { onPointerDown, isCarried } = useTaken({ id, title, icon });
  return (
    <button
      type="button"
      className={styles.chip}
      data-wide={wide ? '' : undefined}
      data-missing={missing ? '' : undefined}
      data-gone={isCarried ? '' : undefined}
      data-chip={id}
      onPointerDown={onPointerDown}
      onClick={onUse}
    >
      <Glyph name={icon} />
      <span>{title}</span>
      {note !== undefined && <em>{note}</em>}
    </button>
  );
};

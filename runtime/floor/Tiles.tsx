/** Rows filled by tapping: a tap counts one more of that value, the corner takes one back. */
import { useState } from 'react';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { FormModel } from '../form/form-model';
import styles from './floor.module.css';
import { countColumn, countOf, type FloorPlan, pictureColumn, tap, tilesOf } from './floor-form';
import { tapWithin } from './limit';
import { TileWindow } from './TileWindow';
import { useChoices } from './tile-choices';
import { useHold } from './use-hold';

export interface TilesProps {
  readonly model: FormModel;
  readonly plan: FloorPlan;
  readonly sub: ResolvedField;
  readonly field: ResolvedField;
  readonly onRefused: (text: string) => void;
}

export function Tiles({ model, plan, sub, field, onRefused }: TilesProps) {
  useChoices(model, sub, field);
  const [opened, setOpened] = useState<string>();
  const hold = useHold(setOpened);
  const tiles = tilesOf(model, sub.code, field);
  if (tiles.length === 0) return null;
  const counts = tiles.map(({ value }) => countOf(model, sub, field.code, value));
  const handleTap = (tile: (typeof tiles)[number]): void => {
    const refusal = tapWithin(model, plan, { sub, field }, tile);
    if (refusal !== undefined) onRefused(refusal);
  };
  const shown = tiles.find(({ value }) => value === opened);
  const isOpened = countColumn(sub) !== undefined;
  const total = counts.reduce((sum, count) => sum + count, 0);
  return (
    <section className={styles.tiles} aria-label={sub.title}>
      <header>
        <b>
          {sub.title} {total}
        </b>
        <span>{isOpened ? `点一下加 1，长按改数量${pictureColumn(sub) ? '、拍照' : ''}` : '点一下加 1'}</span>
      </header>
      <div>
        {tiles.map((tile, i) => {
          const count = counts[i] ?? 0;
          return (
            <div key={tile.value} className={styles.tile} data-on={count > 0 || undefined}>
              <button
                type="button"
                aria-label={`${tile.title} ${count}`}
                onClick={() => hold.wasHeld() || handleTap(tile)}
                {...(isOpened && hold.on(tile.value))}
              >
                <span>
                  <b>{tile.title}</b>
                  {tile.note !== undefined && <small>{tile.note}</small>}
                </span>
                <output>{count}</output>
              </button>
              {count > 0 && (
                <button
                  type="button"
                  className={styles.less}
                  aria-label={`${tile.title}减一`}
                  onClick={() => tap(model, sub, field.code, tile, -1)}
                >
                  −1
                </button>
              )}
              {count > 0 && isOpened && (
                <button
                  type="button"
                  className={styles.more}
                  aria-label={`${tile.title}的数量`}
                  onClick={() => setOpened(tile.value)}
                >
                  更多
                </button>
              )}
            </div>
          );
        })}
      </div>
      {shown !== undefined && (
        <TileWindow
          model={model}
          plan={plan}
          sub={sub}
          field={field}
          tile={shown}
          onClose={() => setOpened(undefined)}
        />
      )}
    </section>
  );
}

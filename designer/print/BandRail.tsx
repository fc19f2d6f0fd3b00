/** Left of the paper: the bands by name, when each is printed and how high it is; what is missing can be added below. */
import { Dropdown } from 'antd';
import type { PointerEvent } from 'react';
import type { Strip } from '../../schemas/language/print/index';
import { Glyph } from '../Glyph';
import styles from './canvas.module.css';
import { bandName, type Layout } from './model';
import { PAD } from './scale';

interface Props {
  readonly layout: Layout;
  readonly strip: Strip;
  readonly scale: number;
  readonly selected: string | undefined;
  readonly missing: readonly { readonly key: string; readonly label: string }[];
  readonly onSelect: (band: string) => void;
  readonly onAdd: (key: string) => void;
  readonly onGrab: (event: PointerEvent, band: string) => void;
}

export const BandRail = ({ layout, strip, scale, selected, missing, onSelect, onAdd, onGrab }: Props) => {
  const { bands, background } = strip;
  const last = bands.at(-1);
  const end = PAD + (last === undefined ? strip.margins[0] : last.top + last.height) * scale;
  return (
    <div className={styles.rail} style={{ height: strip.height * scale + 2 * PAD }}>
      {bands.map((band) => {
        const { title, time } = bandName(layout, band.address);
        const high = band.height * scale;
        return (
          <div
            key={band.address}
            className={styles.band}
            data-selected={band.address === selected || undefined}
            style={{ top: PAD + band.top * scale, height: high }}
          >
            <button
              type="button"
              title={`${title}：${time}，高 ${band.height} 毫米`}
              aria-pressed={band.address === selected}
              onClick={() => onSelect(band.address)}
            >
              <b>{title}</b>
              {high >= 34 && <small>{time}</small>}
              {high >= 15 && <em>{band.height}</em>}
            </button>
            <i
              role="separator"
              aria-orientation="horizontal"
              aria-label={`${title}的高度`}
              title="拖动调整高度"
              onPointerDown={(event) => onGrab(event, band.address)}
            />
          </div>
        );
      })}
      <div className={styles.more} style={{ top: end + 6 }}>
        {background !== undefined && (
          <button
            type="button"
            aria-pressed={background.address === selected}
            onClick={() => onSelect(background.address)}
          >
            底图
          </button>
        )}
        {missing.length > 0 && (
          <Dropdown trigger={['click']} menu={{ items: [...missing], onClick: ({ key }) => onAdd(key) }}>
            <button type="button">
              <Glyph name="plus" />
              版面区
            </button>
          </Dropdown>
        )}
      </div>
    </div>
  );
};

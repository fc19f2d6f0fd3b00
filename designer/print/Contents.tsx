/** Left: what stands on the paper, by bands. */
import type { MouseEvent } from 'react';
import type { Strip } from '../../schemas/language/print/index';
import { Glyph } from '../Glyph';
import { allBands, bandName, itemAt, type Layout, titleOfItem } from './model';
import type { Fault } from './Paper';
import styles from './print.module.css';

interface Props {
  readonly layout: Layout;
  readonly strip: Strip;
  readonly query: string;
  readonly selection: readonly string[];
  readonly faults: ReadonlyMap<string, Fault>;
  readonly onSelect: (addresses: readonly string[]) => void;
}

export const Contents = ({ layout, strip, query, selection, faults, onSelect }: Props) => {
  const wanted = query.trim().toLowerCase();
  const choose = (event: MouseEvent, address: string): void => {
    if (!event.ctrlKey && !event.shiftKey) onSelect([address]);
    else onSelect(selection.includes(address) ? selection.filter((text) => text !== address) : [...selection, address]);
  };
  return (
    <div className={styles.list} role="tree" aria-label="版面内容">
      {allBands(strip).map((band) => {
        const items = band.items
          .map((item) => ({ address: item.address, title: titleOfItem(layout, item.address) }))
          .filter(({ title, address }) => `${title} ${address}`.toLowerCase().includes(wanted));
        if (wanted !== '' && items.length === 0) return null;
        return (
          <section key={band.address}>
            <button
              type="button"
              role="treeitem"
              className={styles.head}
              aria-selected={selection.includes(band.address)}
              onClick={() => onSelect([band.address])}
            >
              <Glyph name="group" />
              {bandName(layout, band.address).title}
              <em>{items.length}</em>
            </button>
            {items.map(({ address, title }) => (
              <div key={address} className={styles.entry}>
                <button
                  type="button"
                  role="treeitem"
                  aria-selected={selection.includes(address)}
                  title={faults.get(address)?.text ?? title}
                  onClick={(event) => choose(event, address)}
                >
                  <Glyph name={iconOf(layout, address)} />
                  <span>{title}</span>
                  {faults.has(address) && <b data-level={faults.get(address)?.level}>!</b>}
                </button>
              </div>
            ))}
          </section>
        );
      })}
    </div>
  );
};
function iconOf({ doc }: Layout, address: string): string {
  const item = itemAt(doc, address);
  if (item?.code !== undefined) return item.code.type === 'qr' ? 'qr' : 'code';
  if (item?.image !== undefined) return 'image';
  if (item?.line === true) return 'lineX';
  if (item?.box === true) return 'box';
  return item?.field !== undefined || item?.text?.includes('{') === true ? 'formula' : 'text';
}

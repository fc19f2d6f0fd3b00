/** The paper: bands and what stands in them, drawn by the layout engine of the print, with everything that can be taken by the mouse. */
import { memo, type PointerEvent, type ReactNode, type RefObject, useMemo } from 'react';
import { Painted } from '../../runtime/print/Sheet';
import type { Strip, StripBand, StripItem } from '../../schemas/language/print/index';
import styles from './canvas.module.css';
import { painted } from './codes';
import { allBands } from './model';
import { PAD } from './scale';

export interface Fault {
  readonly level: 'error' | 'warn';
  readonly text: string;
}
interface Props {
  readonly svg: RefObject<SVGSVGElement | null>;
  readonly strip: Strip;
  readonly scale: number;
  /** height of a page, mm: what is below the line goes to the next one */
  readonly page: number;
  readonly grid: number;
  readonly band: string | undefined;
  readonly faults: ReadonlyMap<string, Fault>;
  readonly titleOf: (address: string) => string;
  /** items that show values of the document */
  readonly isValue: (address: string) => boolean;
  readonly cursor: string | undefined;
  readonly onItem: (event: PointerEvent, address: string) => void;
  readonly onOpen: (address: string) => void;
  readonly onGround: (event: PointerEvent) => void;
  readonly onMenu: (event: { readonly clientX: number; readonly clientY: number }, address: string | undefined) => void;
  readonly children: ReactNode;
}

export const Paper = (props: Props) => {
  const { svg, strip, scale, page, grid, band: chosen, faults, cursor, children } = props;
  const { width, height } = strip;
  const pad = PAD / scale;
  const dots = scale >= 2.6 && grid > 0 ? grid : 0;
  return (
    <svg
      ref={svg}
      className={styles.paper}
      style={cursor === undefined ? undefined : { cursor }}
      width={width * scale + 2 * PAD}
      height={height * scale + 2 * PAD}
      viewBox={`${-pad} ${-pad} ${width + 2 * pad} ${height + 2 * pad}`}
      data-paper=""
      onPointerDown={(event) => {
        if (event.button === 0) props.onGround(event);
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        const at = (event.target as Element).closest('[data-item]')?.getAttribute('data-item') ?? undefined;
        props.onMenu(event, at);
      }}
    >
      <title>纸面</title>
      <defs>
        {dots > 0 && (
          <pattern id="print-grid" width={dots * 5} height={dots * 5} patternUnits="userSpaceOnUse">
            <path className={styles.grid} d={`M0 0H${dots * 5}M0 0V${dots * 5}`} />
          </pattern>
        )}
      </defs>
      <rect className={styles.sheet} width={width} height={height} />
      {dots > 0 && <rect width={width} height={height} fill="url(#print-grid)" pointerEvents="none" />}
      {allBands(strip)
        .toReversed()
        .map((band) => (
          <Band key={band.address} {...props} area={band} chosen={band.address === chosen} />
        ))}
      {page < height - 0.01 && <line className={styles.pageEnd} x1={0} x2={width} y1={page} y2={page} />}
      {allBands(strip).flatMap((band) =>
        band.items.flatMap((item) => {
          const fault = faults.get(item.address);
          if (fault === undefined) return [];
          return [
            <rect
              key={item.address}
              className={styles.fault}
              data-level={fault.level}
              x={band.left + item.x}
              y={band.top + item.y}
              width={Math.max(item.w, 0.4)}
              height={Math.max(item.h, 0.4)}
            />,
          ];
        }),
      )}
      {children}
    </svg>
  );
};

const Band = ({
  area: band,
  chosen,
  scale,
  faults,
  titleOf,
  isValue,
  onItem,
  onOpen,
}: Props & { readonly area: StripBand; readonly chosen: boolean }) => {
  const isGround = band.address === 'bands.background';
  return (
    <g transform={`translate(${band.left} ${band.top})`} data-band={band.address}>
      {!isGround && (
        <rect className={styles.bandArea} data-selected={chosen || undefined} width={band.width} height={band.height} />
      )}
      {band.items.map((item) => (
        <Item
          key={item.address}
          item={item}
          pixel={1 / scale}
          title={titleOf(item.address)}
          fault={faults.get(item.address)?.text}
          isValue={isValue(item.address)}
          // the background is taken only when it is what one works on
          inert={isGround && !chosen}
          onDown={onItem}
          onOpen={onOpen}
        />
      ))}
    </g>
  );
};

interface ItemProps {
  readonly item: StripItem;
  readonly pixel: number;
  readonly title: string;
  readonly fault: string | undefined;
  readonly isValue: boolean;
  readonly inert: boolean;
  readonly onDown: (event: PointerEvent, address: string) => void;
  readonly onOpen: (address: string) => void;
}
const Item = ({ item, pixel, title, fault, isValue, inert, onDown, onOpen }: ItemProps) => {
  const { address, x, y, w, h } = item;
  // lines have no area: what is taken is as wide as a finger of the mouse
  const least = 5 * pixel;
  const [wide, high] = [Math.max(w, least), Math.max(h, least)];
  return (
    <g
      data-item={address}
      data-value={isValue || undefined}
      className={inert ? styles.inert : styles.item}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.stopPropagation();
        onDown(event, address);
      }}
      onDoubleClick={() => onOpen(address)}
    >
      <title>{fault === undefined ? title : `${title}\n${fault}`}</title>
      <rect className={styles.extent} x={x} y={y} width={w} height={h} />
      <Drawing drawn={item.drawn} />
      <rect className={styles.hit} x={x - (wide - w) / 2} y={y - (high - h) / 2} width={wide} height={high} />
    </g>
  );
};

/** Drawn anew only when something of it is another. */
const Drawing = memo(
  function Drawing({ drawn }: { readonly drawn: StripItem['drawn'] }) {
    const items = useMemo(() => painted(drawn), [drawn]);
    return (
      <g pointerEvents="none">
        {items.map((item, i) => (
          <Painted key={i} item={item} width={0} height={0} />
        ))}
        {drawn.map((item, i) =>
          item.k === 'image' ? (
            <g key={i} className={styles.picture}>
              <rect x={item.x} y={item.y} width={item.w} height={item.h} />
              <line x1={item.x} y1={item.y} x2={item.x + item.w} y2={item.y + item.h} />
              <line x1={item.x + item.w} y1={item.y} x2={item.x} y2={item.y + item.h} />
            </g>
          ) : null,
        )}
      </g>
    );
  },
  (before, after) => JSON.stringify(before.drawn) === JSON.stringify(after.drawn),
);

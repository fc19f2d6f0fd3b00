/** 一次图: meters as they hang below each other, lines as thick as what flows, red below a meter of which too much is lost. */
import type { Balance, MeterLive } from '../../../schemas/language/wire-energy';
import { placesOf } from './layout';
import styles from './monitor.module.css';
import { isLossy, loss, NONE, number } from './words';

interface Props {
  readonly meters: readonly MeterLive[];
  readonly balances: readonly Balance[];
  readonly unit: string;
  readonly onOpen: (meter: string) => void;
}
const COLUMN = 190;
const ROW = 76;
const BOX = { width: 160, height: 56 };
const LINE = { least: 1.5, most: 14 };

export const LineDiagram = ({ meters, balances, unit, onOpen }: Props) => {
  const places = placesOf(meters);
  const at = new Map(places.map((place) => [place.meter.id, place]));
  const rates = new Map(balances.map(({ id, rate }) => [id, rate]));
  const most = Math.max(1, ...meters.map(({ flow }) => Math.abs(flow?.value ?? 0)));
  const columns = Math.max(1, ...places.map(({ x }) => x + 1));
  const rows = Math.max(1, ...places.map(({ y }) => y + 1));
  return (
    <div className={styles.diagram}>
      <svg
        width={columns * COLUMN}
        height={rows * ROW}
        viewBox={`0 0 ${columns * COLUMN} ${rows * ROW}`}
        role="img"
        aria-label="一次图"
      >
        {places.map(({ meter, x, y }) => {
          const up = at.get(meter.parent ?? '');
          if (up === undefined) return null;
          const [fromX, fromY] = [up.x * COLUMN + BOX.width, up.y * ROW + BOX.height / 2];
          const [toX, toY] = [x * COLUMN, y * ROW + BOX.height / 2];
          const share = Math.abs(meter.flow?.value ?? 0) / most;
          return (
            <path
              key={meter.id}
              d={`M${fromX},${fromY}C${fromX + 20},${fromY} ${toX - 20},${toY} ${toX},${toY}`}
              strokeWidth={LINE.least + share * (LINE.most - LINE.least)}
              data-lossy={isLossy(rates.get(up.meter.id) ?? null) || undefined}
            />
          );
        })}
      </svg>
      {places.map(({ meter, x, y }) => {
        const rate = rates.get(meter.id) ?? null;
        return (
          <button
            key={meter.id}
            type="button"
            style={{ left: x * COLUMN, top: y * ROW, width: BOX.width, height: BOX.height }}
            data-stale={meter.stale || undefined}
            data-lossy={isLossy(rate) || undefined}
            onClick={() => onOpen(meter.id)}
          >
            <span>{`${meter.code} ${meter.name}`}</span>
            <b>{meter.flow === null ? NONE : `${number(meter.flow.value)} ${unit}`}</b>
            {isLossy(rate) && <small>{`损耗 ${loss(rate)}`}</small>}
          </button>
        );
      })}
    </div>
  );
};

/** A refusal across the page, with the ways out of it, until it is read. */
import type { Way } from '../form/NoticeBar';
import styles from './floor.module.css';

export interface FloorSaidProps {
  readonly text: string;
  readonly ways?: readonly Way[];
  readonly onWay?: (way: Way) => void;
  readonly onRead: () => void;
}

export const FloorSaid = ({ text, ways = [], onWay, onRead }: FloorSaidProps) => (
  <div className={styles.said} role="alert">
    <span>{text}</span>
    <div>
      {ways.map((way) => (
        <button key={way.title} type="button" onClick={() => onWay?.(way)}>
          {way.title}
        </button>
      ))}
      <button type="button" onClick={onRead}>
        知道了
      </button>
    </div>
  </div>
);

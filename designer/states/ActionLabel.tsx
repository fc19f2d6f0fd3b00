/** The name of an action on its arrow: chosen by a click or Enter, cut off by Delete. */
import type { Point } from './layout';
import styles from './states.module.css';

interface LabelProps {
  readonly text: string;
  readonly at: Point;
  readonly chosen: boolean;
  readonly danger: boolean;
  readonly auto: boolean;
  readonly description: string;
  /** comes from many states: drawn with a sign of its own */
  readonly into?: boolean;
  readonly onSelect: () => void;
  readonly onCut?: (() => void) | undefined;
}
export const ActionLabel = ({
  text,
  at,
  chosen,
  danger,
  auto,
  description,
  into = false,
  onSelect,
  onCut,
}: LabelProps) => {
  const shown = `${into ? '↑ ' : ''}${text}`;
  const width = [...shown].reduce((sum, char) => sum + (char.charCodeAt(0) > 255 ? 13 : 7.5), 18);
  return (
    <g
      transform={`translate(${at.x - width / 2} ${at.y - 11})`}
      role="button"
      tabIndex={0}
      aria-label={`动作${text}，${description}`}
      aria-pressed={chosen}
      className={styles.label}
      data-danger={danger || undefined}
      data-auto={auto || undefined}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={onSelect}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === ' ') {
          event.preventDefault();
          onSelect();
        } else if (event.key === 'Delete' || event.key === 'Backspace') onCut?.();
      }}
    >
      <rect width={width} height={22} rx={11} />
      <text x={width / 2} y={15} textAnchor="middle">
        {shown}
      </text>
    </g>
  );
};

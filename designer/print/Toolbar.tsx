/** Above the paper: what it shows, what things rest on, how chosen things are arranged, how near one stands. */
import { Tooltip } from 'antd';
import { Glyph } from '../Glyph';
import { Choices } from '../parts/Choices';
import { ARRANGEMENTS, type Arrangement } from './arrange';
import styles from './print.module.css';
import { zoomed } from './scale';

export type Showing = 'names' | 'values';
interface Props {
  readonly showing: Showing;
  readonly onShowing: (showing: Showing) => void;
  readonly grid: boolean;
  readonly onGrid: (on: boolean) => void;
  readonly pulls: boolean;
  readonly onPulls: (on: boolean) => void;
  readonly chosen: number;
  readonly onArrange: (how: Arrangement) => void;
  /** a table is chosen */
  readonly onEven: (() => void) | undefined;
  readonly zoom: number;
  readonly onZoom: (zoom: number) => void;
  readonly onFit: () => void;
}
const SHOWINGS = [
  { code: 'names', title: '字段名' },
  { code: 'values', title: '数据' },
] as const;

export const Toolbar = (props: Props) => {
  const { chosen, zoom } = props;
  return (
    <div className={styles.tools} role="toolbar" aria-label="版面工具">
      <Choices
        role="radio"
        look="bar"
        label="版面显示"
        choices={SHOWINGS}
        value={props.showing}
        onChoose={props.onShowing}
      />
      <i />
      <Tool title="吸附网格（1 毫米）" icon="gridDots" pressed={props.grid} onUse={() => props.onGrid(!props.grid)} />
      <Tool title="吸附其他元素" icon="magnet" pressed={props.pulls} onUse={() => props.onPulls(!props.pulls)} />
      <i />
      {ARRANGEMENTS.map(({ code, title, icon, least }) => (
        <Tool
          key={code}
          title={chosen < least ? `${title}：先选择${least}个以上的元素` : title}
          label={title}
          icon={icon}
          disabled={chosen < least}
          onUse={() => props.onArrange(code)}
        />
      ))}
      {props.onEven !== undefined && (
        <>
          <i />
          <Tool title="平均列宽" icon="spreadX" onUse={props.onEven} />
        </>
      )}
      <span className={styles.grow} />
      <Tool title="缩小" icon="minus" onUse={() => props.onZoom(zoomed(zoom, -1))} />
      <button type="button" className={styles.zoom} title="适合宽度" onClick={props.onFit}>
        {zoom}%
      </button>
      <Tool title="放大" icon="plus" onUse={() => props.onZoom(zoomed(zoom, 1))} />
    </div>
  );
};

interface ToolProps {
  readonly title: string;
  readonly label?: string;
  readonly icon: string;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly onUse: () => void;
}
const Tool = ({ title, label = title, icon, pressed, disabled = false, onUse }: ToolProps) => (
  <Tooltip title={title} mouseEnterDelay={0.4}>
    <button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onUse}
    >
      <Glyph name={icon} />
    </button>
  </Tooltip>
);

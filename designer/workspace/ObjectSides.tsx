/** In the bar: which side of an object is on the sheet; for all that is drawn how wide, with how many rows. */
import { Dropdown } from 'antd';
import { FACES } from '../desk/desk';
import type { RowsShown } from '../desk/seat';
import styles from '../desk/topbar.module.css';
import { Glyph } from '../Glyph';
import type { OutlineFace } from '../outline/outline-of';
import { Choices } from '../parts/Choices';

interface Props {
  /** other sorts have no sides */
  readonly face: OutlineFace | undefined;
  readonly drawn: boolean;
  readonly onFace: (face: OutlineFace) => void;
  readonly width: number;
  readonly onWidth: (width: number) => void;
  readonly rows: RowsShown;
  readonly onRows: (rows: RowsShown) => void;
  /** absent while the published pages say the same */
  readonly onTry?: (() => void) | undefined;
  /** whose numbers the charts show, when not one's own */
  readonly asName?: string | undefined;
}

const WIDTHS: readonly { readonly code: number; readonly title: string }[] = [
  { code: 1440, title: '1440' },
  { code: 1024, title: '1024' },
  { code: 390, title: '手机' },
];
const ROWS: Readonly<Record<RowsShown, string>> = { some: '示例数据', none: '没有数据', many: '一万行数据' };

export const ObjectSides = (props: Props) => {
  const { face, drawn, width } = props;
  return (
    <>
      {face !== undefined && (
        <Choices
          role="tab"
          look="line"
          label="对象的各面"
          className={styles.faces}
          choices={FACES}
          value={face}
          onChoose={props.onFace}
        />
      )}
      <span className={styles.grow} />
      {drawn && (
        <Choices role="radio" look="bar" label="页面宽度" choices={WIDTHS} value={width} onChoose={props.onWidth} />
      )}
      {drawn && (
        <Dropdown
          trigger={['click']}
          menu={{
            selectable: true,
            selectedKeys: [props.rows],
            items: [
              ...Object.entries(ROWS).map(([key, label]) => ({ key, label })),
              { type: 'divider' as const },
              {
                key: 'try',
                label: face === undefined ? '以角色或用户查看…' : '以角色或用户试用…',
                disabled: props.onTry === undefined,
              },
            ],
            onClick: ({ key }) => (key === 'try' ? props.onTry?.() : props.onRows(key as RowsShown)),
          }}
        >
          <button type="button" className={styles.rows}>
            预览 <b>{ROWS[props.rows]}</b>
            {props.asName !== undefined && <b> · {props.asName}</b>}
            <Glyph name="down" />
          </button>
        </Dropdown>
      )}
    </>
  );
};

/** The tree at the left that narrows the list to a node and all below it; several trees are a switch. Levels load when opened. */
import { Input } from 'antd';
import { type ReactNode, useState } from 'react';
import type { TreeSideDoc } from '../../schemas/language/document';
import { type Bounds, Icon, type Page, rem, Sash, useExtent } from '../page/index';
import { Line } from './SideLine';
import { FoundNodes, Level } from './SideNodes';
import styles from './SideTree.module.css';
import { fieldOf, type RowsDrop } from './side-drop';
import { treeKeys } from './side-keys';
import { TreeEdit, type TreeEditing } from './TreeEdit';
import { ALL_ROWS, useNodeCounts } from './use-node-counts';

const WIDTH: Bounds = { usual: 208, least: 160, most: 480 };

interface Node {
  readonly field: string;
  readonly id: string;
}
interface Props {
  readonly page: Page;
  readonly node: Node | undefined;
  readonly onNode: (node: Node | undefined) => void;
  /** rows of the list that are dropped on a node of the field's tree; undefined = no action takes them */
  readonly drop?: (field: string) => RowsDrop | undefined;
}

export const SideTree = ({ page, node, onNode, drop }: Props) => {
  const sides = page.object.list.tree;
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      sides.findIndex((side) => node !== undefined && fieldOf(page, side) === node.field),
    ),
  );
  const [text, setText] = useState('');
  const width = useExtent(`side.${page.code}`, WIDTH);
  const side = sides[at];
  const counted = side?.counts === true ? { page, field: fieldOf(page, side) } : undefined;
  const items = side?.dict === undefined ? [] : (page.dicts.get(side.dict)?.items ?? []);
  const counts = useNodeCounts(counted, [ALL_ROWS, ...items.map(({ code }) => code)]);
  if (side === undefined) return null;
  const field = fieldOf(page, side);
  const title = side.title ?? page.object.fields[field]?.title ?? '分类';
  const chosen = node?.field === field ? node.id : undefined;
  const choose = (id: string | undefined): void =>
    onNode(id === undefined || id === chosen ? undefined : { field, id });
  const whole = {
    label: `全部${title}`,
    count: counts[ALL_ROWS],
    level: 0,
    chosen: chosen === undefined,
    onChoose: () => choose(undefined),
  };
  const rows = drop?.(field);
  const searched = text.trim();
  return (
    <aside className={styles.side} aria-label={title} style={{ width: rem(width.size) }}>
      {sides.length > 1 && (
        <div className={styles.switch} role="tablist">
          {sides.map((side, index) => (
            <button
              key={`${index}`}
              type="button"
              role="tab"
              aria-selected={index === at}
              onClick={() => {
                setAt(index);
                onNode(undefined);
              }}
            >
              {side.title ?? page.object.fields[fieldOf(page, side)]?.title}
            </button>
          ))}
        </div>
      )}
      <Input
        value={text}
        placeholder={`搜索${title}`}
        aria-label={`搜索${title}`}
        allowClear
        prefix={<Icon name="search" />}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={styles.tree} role="tree" aria-label={title} onKeyDown={treeKeys}>
        {side.dict === undefined ? (
          <ObjectTree object={objectOf(page, side, field)} edited={side.edit === true}>
            {(edit, object) => {
              const shared = {
                object,
                place: { page: page.code, field },
                chosen,
                onChoose: choose,
                edit,
                rows,
                counted,
              };
              return (
                <>
                  <Line {...whole} tools={edit?.add} drop={edit?.dropAt(null)} />
                  {searched === '' ? (
                    <Level {...shared} parent={null} level={0} />
                  ) : (
                    <FoundNodes {...shared} text={searched} />
                  )}
                </>
              );
            }}
          </ObjectTree>
        ) : (
          <>
            <Line {...whole} />
            {items
              .filter((item) => item.off !== true && item.title.includes(searched))
              .map((item) => (
                <Line
                  key={item.code}
                  label={item.title}
                  count={counts[item.code]}
                  level={0}
                  chosen={chosen === item.code}
                  onChoose={() => choose(item.code)}
                  drop={rows === undefined ? undefined : { rows: () => rows.drop(item.code, item.title) }}
                />
              ))}
          </>
        )}
      </div>
      {rows !== undefined && rows.count > 0 && (
        <p className={styles.hint}>
          把选中的{rows.count}行拖到节点上，可改{rows.title}
        </p>
      )}
      <Sash className={styles.edge} label={`${title}宽度`} way="x" extent={width} />
    </aside>
  );
};

const objectOf = (page: Page, side: TreeSideDoc, field: string): string => {
  const of = typeof side.of === 'string' ? side.of : (side.of?.[0] ?? page.object.fields[field]?.ref ?? '');
  return of === 'self' ? page.object.object : of;
};

interface ObjectTreeProps {
  readonly object: string;
  readonly edited: boolean;
  readonly children: (edit: TreeEditing | undefined, object: string) => ReactNode;
}
const ObjectTree = ({ object, edited, children }: ObjectTreeProps) =>
  edited ? <TreeEdit object={object}>{(edit) => children(edit, object)}</TreeEdit> : children(undefined, object);

/** The tree at the left that narrows the list to a node and all below it; several trees are a switch. Levels load when opened. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Input } from 'antd';
import { type ReactNode, useState } from 'react';
import type { TreeSideDoc } from '../../schemas/language/document';
import { keys } from '../data/query-client';
import { recordClient } from '../data/record-client';
import type { TreeNode } from '../data/types';
import { Icon, type Page } from '../page/index';
import styles from './SideTree.module.css';
import { TreeEdit, type TreeEditing } from './TreeEdit';

interface Node {
  readonly field: string;
  readonly id: string;
}
interface Props {
  readonly page: Page;
  readonly node: Node | undefined;
  readonly onNode: (node: Node | undefined) => void;
}

export const SideTree = ({ page, node, onNode }: Props) => {
  const sides = page.object.list.tree;
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      sides.findIndex((side) => node !== undefined && fieldOf(page, side) === node.field),
    ),
  );
  const [text, setText] = useState('');
  const side = sides[at];
  if (side === undefined) return null;
  const field = fieldOf(page, side);
  const title = side.title ?? page.object.fields[field]?.title ?? '分类';
  const chosen = node?.field === field ? node.id : undefined;
  const choose = (id: string | undefined): void =>
    onNode(id === undefined || id === chosen ? undefined : { field, id });
  const whole = { label: `全部${title}`, level: 0, chosen: chosen === undefined, onChoose: () => choose(undefined) };
  const dictLines = (side.dict === undefined ? [] : (page.dicts.get(side.dict)?.items ?? []))
    .filter((item) => item.off !== true && item.title.includes(text))
    .map((item) => (
      <Line
        key={item.code}
        label={item.title}
        level={0}
        chosen={chosen === item.code}
        onChoose={() => choose(item.code)}
      />
    ));
  return (
    <aside className={styles.side} aria-label={title}>
      {sides.length > 1 && (
        <div className={styles.switch} role="tablist">
          {sides.map((one, index) => (
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
              {one.title ?? page.object.fields[fieldOf(page, one)]?.title}
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
      <div className={styles.tree} role="tree">
        {side.dict === undefined ? (
          <ObjectTree object={objectOf(page, side, field)} edited={side.edit === true}>
            {(edit, object) => (
              <>
                <Line {...whole} tools={edit?.add} />
                <Level
                  object={object}
                  parent={null}
                  level={0}
                  text={text}
                  chosen={chosen}
                  onChoose={choose}
                  edit={edit}
                />
              </>
            )}
          </ObjectTree>
        ) : (
          <>
            <Line {...whole} />
            {dictLines}
          </>
        )}
      </div>
    </aside>
  );
};

/** the field a node narrows: named, else the first reference to the tree's object */
const fieldOf = (page: Page, side: TreeSideDoc): string => {
  if (side.field !== undefined) return typeof side.field === 'string' ? side.field : (side.field[0] ?? '');
  const of = typeof side.of === 'string' ? side.of : side.of?.[0];
  return Object.values(page.object.fields).find((field) => field.ref === of || field.dict === side.dict)?.code ?? '';
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

interface NodesProps {
  readonly object: string;
  readonly level: number;
  readonly text: string;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
  readonly edit: TreeEditing | undefined;
}
const load = (object: string, id: string | null) => ({
  queryKey: [...keys.tree(object), id],
  queryFn: () => recordClient.tree(object, id),
});

/** The children of a node that are not there yet. */
const Level = ({ parent, ...props }: NodesProps & { readonly parent: string | null }) => {
  const { data, isPending, isError, refetch } = useQuery(load(props.object, parent));
  if (isPending) return null;
  if (isError)
    return (
      <button type="button" className={styles.retry} onClick={() => void refetch()}>
        没有取到，点击重试
      </button>
    );
  if (data.length === 0 && props.level === 0) return <p className={styles.none}>暂无数据</p>;
  return <Nodes {...props} nodes={data} />;
};

/** A small tree comes whole, a large one level by level. */
const Nodes = ({ nodes, ...props }: NodesProps & { readonly nodes: readonly TreeNode[] }): ReactNode => {
  const { object, level, text, chosen, onChoose, edit } = props;
  const client = useQueryClient();
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const found = nodes.filter((one) => matches(one, text));
  return found.map((one) => {
    // what was searched for below a node stands open
    const isFound = text !== '' && (one.children ?? []).some((child) => matches(child, text));
    const isOpen = isFound || toggled.has(one.id);
    return (
      <div key={one.id}>
        <Line
          label={one.label}
          level={level}
          open={one.leaf === true ? undefined : isOpen}
          chosen={chosen === one.id}
          onChoose={() => onChoose(one.id)}
          onToggle={() => setToggled(flip(toggled, one.id))}
          {...(one.children === undefined ? { onNear: () => void client.prefetchQuery(load(object, one.id)) } : {})}
          tools={edit?.menu(one.id, one.label)}
        />
        {isOpen &&
          (one.children === undefined ? (
            <Level {...props} parent={one.id} level={level + 1} text="" />
          ) : (
            <Nodes {...props} nodes={one.children} level={level + 1} text={isFound ? text : ''} />
          ))}
      </div>
    );
  });
};

const flip = (set: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
};

const matches = (node: TreeNode, text: string): boolean =>
  text === '' || node.label.includes(text) || (node.children ?? []).some((child) => matches(child, text));

interface LineProps {
  readonly label: string;
  readonly level: number;
  readonly chosen: boolean;
  /** undefined = a leaf */
  readonly open?: boolean | undefined;
  readonly onChoose: () => void;
  readonly onToggle?: () => void;
  readonly onNear?: () => void;
  readonly tools?: ReactNode;
}

const Line = ({ label, level, chosen, open, onChoose, onToggle, onNear, tools }: LineProps) => (
  <div
    className={styles.line}
    role="treeitem"
    aria-selected={chosen}
    aria-expanded={open}
    style={{ paddingLeft: `${0.3333 + level * 1.3333}rem` }}
    {...(open === undefined || onNear === undefined ? {} : { onPointerEnter: onNear })}
  >
    <button
      type="button"
      className={styles.caret}
      data-open={open}
      tabIndex={-1}
      disabled={open === undefined}
      aria-label={open === true ? '收起' : '展开'}
      onClick={onToggle}
    >
      {open !== undefined && <Icon name="right" />}
    </button>
    <button type="button" className={styles.label} onClick={onChoose} title={label}>
      {label}
    </button>
    {tools}
  </div>
);

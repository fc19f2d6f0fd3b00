/** The tree at the left that narrows the list to a node and all below it; several trees are a switch. Levels load when opened. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Input } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import type { TreeSideDoc } from '../../schemas/language/document';
import { keys } from '../data/query-client';
import { recordClient } from '../data/record-client';
import type { TreeNode } from '../data/types';
import { Icon, type Page } from '../page/index';
import styles from './SideTree.module.css';

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
        <Line label={`全部${title}`} level={0} chosen={chosen === undefined} onChoose={() => choose(undefined)} />
        {side.dict === undefined ? (
          <Level
            object={objectOf(page, side, field)}
            parent={null}
            level={0}
            text={text}
            chosen={chosen}
            onChoose={choose}
          />
        ) : (
          (page.dicts.get(side.dict)?.items ?? [])
            .filter((item) => item.off !== true && item.title.includes(text))
            .map((item) => (
              <Line
                key={item.code}
                label={item.title}
                level={0}
                chosen={chosen === item.code}
                onChoose={() => choose(item.code)}
              />
            ))
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

interface LevelProps {
  readonly object: string;
  readonly parent: string | null;
  readonly level: number;
  readonly text: string;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

const Level = ({ object, parent, level, text, chosen, onChoose }: LevelProps) => {
  const client = useQueryClient();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const load = (id: string | null) => ({
    queryKey: [...keys.tree(object), id],
    queryFn: () => recordClient.tree(object, id),
  });
  const { data, isPending, isError, refetch } = useQuery(load(parent));
  const nodes = useMemo(() => (data ?? []).filter((one) => matches(one, text)), [data, text]);
  if (isPending) return null;
  if (isError)
    return (
      <button type="button" className={styles.retry} onClick={() => void refetch()}>
        没有取到，点击重试
      </button>
    );
  if (nodes.length === 0 && level === 0) return <p className={styles.none}>暂无数据</p>;
  return nodes.map((one): ReactNode => {
    const isOpen = open.has(one.id);
    return (
      <div key={one.id}>
        <Line
          label={one.label}
          level={level}
          open={one.leaf === true ? undefined : isOpen}
          chosen={chosen === one.id}
          onChoose={() => onChoose(one.id)}
          onToggle={() => setOpen(flip(open, one.id))}
          onNear={() => void client.prefetchQuery(load(one.id))}
        />
        {isOpen &&
          (one.children === undefined ? (
            <Level object={object} parent={one.id} level={level + 1} text="" chosen={chosen} onChoose={onChoose} />
          ) : null)}
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
}

const Line = ({ label, level, chosen, open, onChoose, onToggle, onNear }: LineProps) => (
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
  </div>
);

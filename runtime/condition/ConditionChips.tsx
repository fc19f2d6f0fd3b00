/**
 * The conditions that apply and stand in no control, above the table: one chip for each part of the outermost group of what was built, one
 * for each search value that came with a link; each to be taken away.
 */
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { labelOfCode } from '../../schemas/language/codec/code-map';
import {
  type Condition,
  isAll,
  isAny,
  isExprLeaf,
  isExprValue,
  isNot,
  isRel,
  type Leaf,
} from '../../schemas/language/condition/index';
import { SHAPE_OF_OP } from '../../schemas/language/kinds/kind';
import type { Json } from '../../schemas/language/value';
import type { SearchValues } from '../data/types';
import type { FilterHost } from '../fields/filter-props';
import { useFilterHost } from '../fields/use-filter-host';
import { Icon, type Page } from '../page/index';
import styles from './condition.module.css';
import { partsOf, withoutPart } from './edit-tree';
import { type ConditionField, conditionField } from './fields';
import { opTitle, periodTitle } from './words';

interface Props {
  readonly page: Page;
  readonly tree: Condition | undefined;
  /** search values without a control */
  readonly unseen: SearchValues;
  readonly onChange: (tree: Condition | undefined) => void;
  readonly onForget: (key: string) => void;
  readonly onOpen: () => void;
}

export const ConditionChips = ({ page, tree, unseen, onChange, onForget, onOpen }: Props) => {
  const host = useFilterHost(page);
  const keys = Object.keys(unseen);
  if (tree === undefined && keys.length === 0) return null;
  return (
    <div className={styles.chips} role="group" aria-label="已应用的条件">
      {keys.map((key) => (
        <Chip key={key} onRemove={() => onForget(key)}>
          <span>
            <SearchWords name={key} value={unseen[key] ?? null} page={page} host={host} />
          </span>
        </Chip>
      ))}
      {tree !== undefined &&
        partsOf(tree).map((part, index) => (
          <Chip key={JSON.stringify(part)} onRemove={() => onChange(withoutPart(tree, index))}>
            <button type="button" title="修改条件" onClick={onOpen}>
              <Words node={part} page={page} host={host} sub="" />
            </button>
          </Chip>
        ))}
      {tree !== undefined && (
        <button type="button" className={styles.clear} onClick={() => onChange(undefined)}>
          清空条件
        </button>
      )}
    </div>
  );
};

const Chip = ({ children, onRemove }: { readonly children: ReactNode; readonly onRemove: () => void }) => (
  <span className={styles.chip}>
    {children}
    <button type="button" className={styles.chipClose} aria-label="去掉这个条件" onClick={onRemove}>
      <Icon name="close" />
    </button>
  </span>
);

interface SearchWordsProps {
  readonly name: string;
  readonly value: Json;
  readonly page: Page;
  readonly host: FilterHost;
}

/** A search value as the condition it is: of the record, or of one of its rows. */
const SearchWords = ({ name, value, page, host }: SearchWordsProps): ReactNode => {
  const [first = '', second] = name.split('.');
  const rows = second !== undefined && page.object.fields[first]?.sub !== undefined;
  const path = rows ? second : name;
  const sub = rows ? first : '';
  const at = conditionField(page, path, sub);
  if (at === undefined) return `${page.object.fields[first]?.title ?? name}（已限定）`;
  const [usual = 'eq'] = at.ops;
  // one value where the search takes a span
  const op = SHAPE_OF_OP[usual] === 'pair' && !Array.isArray(value) ? 'eq' : usual;
  return <Words node={{ f: path, op, v: value as Leaf['v'] }} page={page} host={host} sub={sub} />;
};

interface WordsProps {
  readonly node: Condition;
  readonly page: Page;
  readonly host: FilterHost;
  readonly sub: string;
}

const Words = ({ node, page, host, sub }: WordsProps): ReactNode => {
  const below = (inner: Condition) => <Words node={inner} page={page} host={host} sub={sub} />;
  if (isAll(node) || isAny(node)) {
    const items = isAll(node) ? node.all : node.any;
    return items.map((item, index) => (
      <Fragment key={JSON.stringify(item)}>
        {index > 0 && <em>{isAll(node) ? '且' : '或'}</em>}
        {isAll(item) || isAny(item) ? <>（{below(item)}）</> : below(item)}
      </Fragment>
    ));
  }
  if (isNot(node))
    return (
      <>
        <em>非</em>（{below(node.not)}）
      </>
    );
  if (isExprLeaf(node)) return <code>{node.expr}</code>;
  const at = conditionField(page, node.f, sub);
  if (at === undefined) return '无权字段';
  if (node.op === 'row')
    return (
      <>
        {at.title}
        <em>有一行</em>（<Words node={node.v as Condition} page={page} host={host} sub={node.f} />）
      </>
    );
  return (
    <>
      {at.title}
      <em>{openEnd(node, at) ?? opTitle(node.op, at.field)}</em>
      {SHAPE_OF_OP[node.op] !== 'flag' && (
        <ValueWords leaf={node} at={at} page={page} host={host} path={sub === '' ? node.f : `${sub}.${node.f}`} />
      )}
    </>
  );
};

/** A span with one end reads as the comparison it is. */
const openEnd = ({ op, v }: Leaf, { field }: ConditionField): string | undefined => {
  if (SHAPE_OF_OP[op] !== 'pair' || !Array.isArray(v)) return undefined;
  const [from, to] = v as readonly unknown[];
  if (from !== null && to !== null) return undefined;
  return opTitle(from === null ? 'le' : 'ge', field);
};

interface ValueProps {
  readonly leaf: Leaf;
  readonly at: ConditionField;
  readonly page: Page;
  readonly host: FilterHost;
  readonly path: string;
}
const SHOWN = 3;

const ValueWords = ({ leaf, at, page, host, path }: ValueProps): ReactNode => {
  const { field } = at;
  const values = Array.isArray(leaf.v) ? (leaf.v as readonly unknown[]) : [leaf.v];
  const ids = field.type === 'ref' ? values.filter((value): value is string => typeof value === 'string') : [];
  const known = useQuery({
    queryKey: ['object', field.ref ?? '', 'pick', path, 'ids', ids],
    queryFn: () => host.pick(path, { ids }),
    enabled: ids.length > 0,
    staleTime: 300_000,
  });
  if (isRel(leaf.v)) return periodTitle(leaf.v.rel, leaf.v.n);
  const labels = new Map((known.data?.records ?? []).map((row) => [row.id, row.label] as const));
  const dict = field.dict === undefined ? undefined : page.dicts.get(field.dict);
  const word = (value: unknown): string => {
    if (isExprValue(value)) return value.expr;
    if (value === null || value === undefined) return '';
    if (typeof value === 'boolean') return value ? '是' : '否';
    const text = String(value);
    if (field.type === 'ref') return labels.get(text) ?? '…';
    return dict === undefined
      ? text
      : text
          .split('/')
          .map((code) => labelOfCode(code, dict))
          .join(' / ');
  };
  const words = values.map(word);
  if (SHAPE_OF_OP[leaf.op] === 'pair') {
    const [from = '', to = ''] = words;
    return from === '' ? to : to === '' ? from : `${from} ~ ${to}`;
  }
  const rest = words.length - SHOWN;
  return `${words.slice(0, SHOWN).join('、')}${rest > 0 ? ` 等${words.length}项` : ''}`;
};

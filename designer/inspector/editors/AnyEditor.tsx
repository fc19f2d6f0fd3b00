/** A key that may be said in more than one way: which way is chosen first, then the editor of that way. */
import { Segmented } from 'antd';
import { useState } from 'react';
import { isNode } from '../../../schemas/language/resolve/merge';
import type { Shape as KeyShape, SortId } from '../../../schemas/language/sorts/table';
import type { Json } from '../../../schemas/language/value';
import styles from '../inspector.module.css';
import { PathsEditor, RefEditor } from './CodesEditor';
import { NodesEditor } from './NodesEditor';
import type { EditorProps } from './props';
import { useEditors } from './recursion';

export const AnyEditor = (props: EditorProps & { readonly shapes: readonly KeyShape[] }) => {
  const { Shape } = useEditors();
  const { shapes, value, base } = props;
  const [chosen, setChosen] = useState<number>();
  const plural = pluralOf(shapes);
  if (plural !== undefined) {
    if (plural === 'paths') return <PathsEditor {...props} many />;
    if (plural === 'texts') return <Shape {...props} shape="texts" />;
    return <RefEditor {...props} reference={plural.refs} many />;
  }
  const nodes = nodesOf(shapes);
  if (nodes !== undefined) return <NodesEditor {...props} of={nodes} single />;
  const fits = shapes.findIndex((shape) => couldBe(value ?? base, shape));
  const at = value === undefined ? (chosen ?? fits) : fits;
  const hasFlag = shapes[0] === 'bool';
  const ways = shapes.flatMap((shape, i) =>
    shape === 'bool' ? [] : [{ value: String(i), label: WAYS[props.name]?.[i] ?? nameOf(shape) }],
  );
  const flags = hasFlag
    ? [
        { value: 'false', label: '否' },
        { value: 'true', label: '是' },
      ]
    : [];
  const effective = value ?? base;
  const now = at > 0 || !hasFlag ? String(Math.max(0, at)) : effective === true ? 'true' : 'false';
  const handleWay = (way: string): void => {
    if (way === 'true' || way === 'false') {
      setChosen(undefined);
      props.onChange(way === 'true');
      return;
    }
    setChosen(Number(way));
    const shape = shapes[Number(way)] as KeyShape;
    if (typeof shape === 'object' && 'node' in shape) props.onChange({});
    else if (value !== undefined) props.onChange(undefined);
  };
  const shape = hasFlag && at <= 0 ? undefined : shapes[Math.max(0, at)];
  return (
    <div className={styles.ways}>
      <Segmented
        block
        size="small"
        options={[...flags, ...ways]}
        value={now}
        disabled={props.disabled}
        aria-label={`${props.title}的写法`}
        className={value === undefined ? (styles.light ?? '') : ''}
        onChange={handleWay}
      />
      {shape !== undefined && <Shape {...props} shape={shape} base={couldBe(base, shape) ? base : undefined} />}
    </div>
  );
};

/** Ways that their shape alone does not name: what each does. */
const WAYS: { readonly [key: string]: readonly string[] } = {
  unique: ['', '提示语'],
  rule: ['一条', '按条件'],
  back: ['统一', '指定节点'],
  print: ['', '指定模板'],
  drill: ['', '打开页面', '带条件'],
  penetrate: ['', '打开页面'],
};
/** one node or several of the same: always cards */
const nodesOf = (shapes: readonly KeyShape[]): SortId | undefined => {
  const list = shapes.find((shape) => typeof shape === 'object' && 'list' in shape);
  const of = typeof list === 'object' && 'list' in list ? list.list : undefined;
  return shapes.some((shape) => typeof shape === 'object' && 'node' in shape && shape.node === of) ? of : undefined;
};
/** one or a list of the same: always a list */
function pluralOf(
  shapes: readonly KeyShape[],
): 'paths' | 'texts' | Extract<KeyShape, { readonly refs: unknown }> | undefined {
  if (shapes.includes('paths')) return 'paths';
  if (shapes.includes('texts') && shapes.includes('text')) return 'texts';
  return shapes.find((shape) => typeof shape === 'object' && 'refs' in shape) as
    | Extract<KeyShape, { readonly refs: unknown }>
    | undefined;
}
function couldBe(value: unknown, shape: KeyShape): boolean {
  if (value === undefined) return false;
  if (typeof shape === 'string') {
    if (shape === 'bool') return typeof value === 'boolean';
    if (shape === 'int' || shape === 'number') return typeof value === 'number';
    if (shape === 'texts' || shape === 'paths' || shape === 'codes') return Array.isArray(value);
    return shape === 'value' ? typeof value !== 'object' : typeof value === 'string';
  }
  if ('words' in shape) return shape.words.includes(value as never);
  if ('list' in shape || 'refs' in shape) return Array.isArray(value);
  return 'ref' in shape ? typeof value === 'string' : isNode(value as Json);
}
function nameOf(shape: KeyShape): string {
  if (typeof shape !== 'string') {
    if ('words' in shape) return '方式';
    if ('list' in shape) return '多个';
    if ('node' in shape) return '自定';
    return 'ref' in shape ? '指定' : '自定';
  }
  const names: { readonly [shape: string]: string } = {
    template: '文字',
    text: '文字',
    value: '条件',
    expr: '公式',
    path: '字段',
    int: '级数',
    texts: '级名',
    number: '数值',
    code: '指标',
  };
  return names[shape] ?? '自定';
}

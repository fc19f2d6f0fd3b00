/** One line: field, operator, value. A sub-table opens conditions on one of its rows. */
import { Select } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { SHAPE_OF_OP } from '../../schemas/language/kinds/kind';
import type { Json } from '../../schemas/language/value';
import { useSoundSearch } from '../fields/shared/sounds';
import type { Building } from './building';
import styles from './condition.module.css';
import { type EditLeaf, newGroup } from './edit-tree';
import { conditionField, conditionFields } from './fields';
import { ValueEditor } from './ValueEditor';
import { opTitle } from './words';

interface Props {
  readonly leaf: EditLeaf;
  readonly sub: string;
  readonly build: Building;
  /** conditions on one row of the sub-table that the line names */
  readonly rows: ReactNode;
}

export const LeafEditor = ({ leaf, sub, build, rows: inner }: Props) => {
  const { page, host } = build;
  const options = useMemo(() => grouped(conditionFields(page, sub)), [page, sub]);
  const bySound = useSoundSearch();
  const at = conditionField(page, leaf.f, sub);
  const missing = build.missing.has(leaf.id);
  const set = (next: Partial<EditLeaf>): void => build.change(leaf.id, () => ({ ...leaf, ...next }));
  const setOp = (op: EditLeaf['op']): void => {
    const { rows: _rows, ...rest } = leaf;
    const value = SHAPE_OF_OP[op] === SHAPE_OF_OP[leaf.op] ? leaf.v : undefined;
    build.change(leaf.id, () => ({
      ...rest,
      op,
      v: value,
      ...(op === 'row' ? { rows: leaf.rows ?? newGroup() } : {}),
    }));
  };
  const handleField = (path: string): void => {
    const next = conditionField(page, path, sub);
    const op = next?.ops[0] ?? 'eq';
    build.change(leaf.id, () => ({
      id: leaf.id,
      sort: 'leaf',
      f: path,
      op,
      v: undefined,
      ...(op === 'row' ? { rows: newGroup() } : {}),
    }));
  };
  // an operator the builder does not offer by itself stays with the line that has it
  const ops = at === undefined || at.ops.includes(leaf.op) ? (at?.ops ?? []) : [leaf.op, ...at.ops];
  const unknown = leaf.f !== '' && at === undefined;
  return (
    <>
      <div className={styles.line} data-missing={missing || unknown || undefined}>
        <Select
          className={styles.field ?? ''}
          value={leaf.f === '' ? null : unknown ? '无权字段' : leaf.f}
          options={options}
          {...bySound}
          placeholder="选择字段"
          aria-label="字段"
          status={missing && leaf.f === '' ? 'error' : ''}
          onChange={handleField}
        />
        {at !== undefined && (
          <Select
            className={styles.op ?? ''}
            value={leaf.op}
            options={ops.map((op) => ({ value: op, label: opTitle(op, at.field) }))}
            popupMatchSelectWidth={false}
            listHeight={400}
            aria-label={`${at.title}的比较`}
            onChange={setOp}
          />
        )}
        {at !== undefined && leaf.op !== 'row' && SHAPE_OF_OP[leaf.op] !== 'flag' && (
          <div className={styles.value}>
            <ValueEditor
              at={at}
              path={sub === '' ? at.path : `${sub}.${at.path}`}
              op={leaf.op}
              value={leaf.v}
              host={host}
              onChange={(v: Json | undefined) => set({ v })}
              onEnter={build.apply}
            />
          </div>
        )}
        {unknown && <span className={styles.fault}>方案含无权字段，请修改</span>}
      </div>
      {inner}
    </>
  );
};

const grouped = (fields: ReturnType<typeof conditionFields>) => {
  const groups = new Map<string, { value: string; label: string }[]>();
  for (const { path, title, group } of fields) {
    const list = groups.get(group) ?? [];
    list.push({ value: path, label: title });
    groups.set(group, list);
  }
  return [...groups].map(([label, options]) => ({ label, title: label, options }));
};

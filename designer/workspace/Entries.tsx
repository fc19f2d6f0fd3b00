/** Sides of an object that are no page: its rules, checks and scopes as tables to read; what is chosen is changed at the right. */
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { addressOf } from '../../schemas/language/resolve/address';
import type { ResolvedObject } from '../../schemas/language/resolved';
import { joinAddress } from '../../schemas/language/steps/index';
import type { DeskView } from '../desk/desk';
import { ExpressionText, placeAt, placeOf } from '../expression/index';
import { fieldName } from '../inspector/names';
import { type OutlineFace, outlineOf } from '../outline/outline-of';
import styles from './entries.module.css';

interface Props {
  readonly view: Pick<DeskView, 'doc' | 'library'>;
  readonly object: ResolvedObject;
  readonly face: OutlineFace;
  readonly selection: readonly string[];
  readonly onSelect: (address: string) => void;
  /** absent = nothing can be added */
  readonly onAdd: ((list: string) => void) | undefined;
}
interface Row {
  readonly address: string;
  readonly cells: readonly ReactNode[];
}
interface Table {
  readonly list: string;
  readonly title: string;
  /** what stands there without rows */
  readonly hint: string;
  readonly heads: readonly string[];
  readonly rows: readonly Row[];
}

export const Entries = ({ view, object, face, selection, onSelect, onAdd }: Props) => (
  <div className={styles.entries}>
    {tablesOf(view, object, face).map((table) => (
      <section key={table.title} aria-label={table.title}>
        <header>
          <h2>
            {table.title} <small>{table.rows.length}</small>
          </h2>
          {onAdd !== undefined && <Button onClick={() => onAdd(table.list)}>新增{table.title}</Button>}
        </header>
        {table.rows.length === 0 ? (
          <p>{table.hint}</p>
        ) : (
          <table>
            <thead>
              <tr>
                {table.heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((row) => (
                <tr
                  key={row.address}
                  aria-selected={selection.includes(row.address)}
                  onClick={() => onSelect(row.address)}
                >
                  {row.cells.map((cell, n) => (
                    <td key={table.heads[n]}>{n === 0 ? <button type="button">{cell}</button> : cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    ))}
  </div>
);

function tablesOf(view: Props['view'], object: ResolvedObject, face: OutlineFace): readonly Table[] {
  if (face === 'rules') return [rulesOf(view, object), checksOf(view, object)];
  return [scopesOf(view, object)];
}
/** A condition or a sentence with the titles of what it names. */
const written = (
  { doc, library }: Props['view'],
  node: string,
  key: string,
  text: string,
  form: 'expr' | 'template' = 'expr',
): ReactNode => {
  const place = placeAt(doc, joinAddress(node, key), form, library);
  if (place !== undefined) return <ExpressionText key={key} text={text} form={form} place={placeOf(place)} />;
  return form === 'expr' ? <code key={key}>{text}</code> : text;
};
function rulesOf(view: Props['view'], object: ResolvedObject): Table {
  const named = (rule: string | undefined, path: string): string =>
    fieldName(view.doc, view.library, rule === undefined || path.startsWith('doc.') ? path : `${rule}.${path}`);
  const words = new Map((outlineOf(object, 'rules')[0]?.children ?? []).map((node) => [node.address, node.title]));
  return {
    list: 'rules',
    title: '联动',
    hint: '还没有联动。联动让字段随别的字段显示、必填、只读或赋值。',
    heads: ['效果', '当', '在'],
    rows: object.rules.map((rule) => ({
      address: rule.address,
      cells: [
        words.get(rule.address) ?? '联动',
        rule.when !== undefined
          ? written(view, rule.address, 'when', rule.when)
          : rule.on === undefined
            ? '总是'
            : `${rule.on.map((path) => named(rule.in, path)).join('、')}变化`,
        rule.in === undefined ? '单据' : (object.fields[rule.in]?.title ?? rule.in),
      ],
    })),
  };
}
function checksOf(view: Props['view'], object: ResolvedObject): Table {
  return {
    list: 'checks',
    title: '校验',
    hint: '还没有校验。不满足的单据不能保存，并说出原因。',
    heads: ['提示', '应满足', '程度'],
    rows: object.checks.map((check) => ({
      address: check.address,
      cells: [
        written(view, check.address, 'say', check.say, 'template'),
        written(view, check.address, 'that', check.that),
        check.level === 'warn' ? '提醒' : '错误',
      ],
    })),
  };
}
function scopesOf(view: Props['view'], object: ResolvedObject): Table {
  return {
    list: 'access.rows',
    title: '数据范围',
    hint: '还没有自定的范围。角色可以按全部、本部门及下级、本部门、本人来授权；这里可以再加自己的范围。',
    heads: ['范围', '只看'],
    rows: Object.entries(object.access.rows ?? {}).map(([code, scope]) => ({
      address: addressOf('access.rows', code),
      cells: [
        scope.title ?? code,
        scope.where === undefined ? '' : written(view, addressOf('access.rows', code), 'where', scope.where),
      ],
    })),
  };
}

/** Settings of an app: each document is a tab, each key a line; what a key is stands at the right. */
import { Button } from 'antd';
import { useState } from 'react';
import type { FieldDoc } from '../../schemas/language/document';
import { factsOfDoc, kindOf, typeOfDoc } from '../../schemas/language/kinds/index';
import { segmentsOf } from '../../schemas/language/resolve/address';
import { isNode } from '../../schemas/language/resolve/merge';
import { joinAddress } from '../../schemas/language/steps/index';
import { addKey, moveBy, removeKey } from '../commands/index';
import { LeftPanel } from '../desk/LeftPanel';
import type { Seat } from '../desk/seat';
import { Glyph } from '../Glyph';
import { Choices } from '../parts/Choices';
import { TitlePrompt } from '../workspace/TitlePrompt';
import { Act } from './Act';
import styles from './lists.module.css';
import { ListFrame } from './Panel';

const TABS = [{ code: 'keys' as const, title: '参数', hint: '搜索参数' }];
const HIDDEN: ReadonlySet<string> = new Set(['keys']);
const KINDS: readonly { readonly value: string; readonly label: string; readonly field: FieldDoc }[] = [
  { value: 'bool', label: '是否', field: { type: 'bool', default: false } },
  { value: 'int', label: '整数', field: { type: 'int', default: 0 } },
  { value: 'decimal', label: '小数', field: { type: 'decimal', default: 0 } },
  { value: 'input', label: '文字', field: { kind: 'input', max: 100 } },
  { value: 'time', label: '时间', field: { type: 'time' } },
];

export const SettingsEditor = ({ seat }: { readonly seat: Seat }) => {
  const { desk, view } = seat;
  const { doc, open } = view;
  const keys = Object.entries(isNode(doc.keys) ? doc.keys : {}).filter(
    (entry): entry is [string, Record<string, unknown>] => isNode(entry[1]),
  );
  const named = segmentsOf(view.selection[0] ?? '')[1];
  const chosen = keys.some(([key]) => key === named) ? named : undefined;
  const [making, setMaking] = useState(false);
  const group = String(doc.group ?? '');
  const tabs = view.documents.filter((doc) => doc.sort === 'settings' && doc.app === open?.app);
  return (
    <ListFrame
      seat={seat}
      address={chosen === undefined ? '' : joinAddress('keys', chosen)}
      without={HIDDEN}
      left={<KeyList seat={seat} keys={keys} chosen={chosen} />}
    >
      {tabs.length > 1 && (
        <Choices
          role="radio"
          look="bar"
          label="参数组"
          className={styles.groups}
          choices={tabs.map((tab) => ({ code: tab.id, title: tab.title }))}
          value={open?.id}
          onChoose={(id) => void desk.open(id)}
        />
      )}
      <section className={styles.sheet} aria-label={String(doc.title ?? group)}>
        <header>
          <h2>{String(doc.title ?? group)}</h2>
          <small className={styles.count}>{keys.length} 个参数</small>
          <Button className={styles.add ?? ''} onClick={() => setMaking(true)}>
            新增参数
          </Button>
        </header>
        <KeyTable seat={seat} keys={keys} chosen={chosen} />
        <p className={styles.hint}>
          表达式里用 sys. 加编码来读，如 sys.{keys[0]?.[0] ?? `${group}.key`}；企业的值在系统配置里改。
        </p>
      </section>
      {making && <NewKey seat={seat} group={group} onClose={() => setMaking(false)} />}
    </ListFrame>
  );
};

type Keys = readonly (readonly [string, Readonly<Record<string, unknown>>])[];
interface KeysProps {
  readonly seat: Seat;
  readonly keys: Keys;
  readonly chosen: string | undefined;
}
/** At the left: the keys by their titles. */
const KeyList = ({ seat, keys, chosen }: KeysProps) => (
  <LeftPanel tab="keys" onTab={() => undefined} tabs={TABS} search={seat.search}>
    {(query) => (
      <div className={styles.pages}>
        {keys
          .filter(([key, field]) => `${String(field.title)} ${key}`.toLowerCase().includes(query.trim().toLowerCase()))
          .map(([key, field]) => (
            <button
              key={key}
              type="button"
              aria-current={key === chosen}
              onClick={() => seat.desk.select([joinAddress('keys', key)])}
            >
              <Glyph name="switch" />
              <span>{String(field.title ?? key)}</span>
            </button>
          ))}
      </div>
    )}
  </LeftPanel>
);

/** What each key is, its place among the others. */
const KeyTable = ({ seat, keys, chosen }: KeysProps) => (
  <table>
    <thead>
      <tr>
        <th scope="col">名称</th>
        <th scope="col">编码</th>
        <th scope="col">类型</th>
        <th scope="col">默认</th>
        <th scope="col" aria-label="操作" />
      </tr>
    </thead>
    <tbody>
      {keys.map(([key, field], n) => (
        <tr
          key={key}
          data-key-row={key}
          aria-selected={key === chosen}
          onClick={() => seat.desk.select([joinAddress('keys', key)])}
        >
          <td>
            <button type="button" className={styles.name}>
              {String(field.title ?? key)}
            </button>
          </td>
          <td>
            <code>{key}</code>
          </td>
          <td>{typeWord(field as FieldDoc, seat.view)}</td>
          <td>{defaultWord(field as FieldDoc, seat.view)}</td>
          <td>
            <Act
              label={`上移${String(field.title)}`}
              icon="up"
              disabled={n === 0}
              onClick={() => seat.run(moveBy, { address: joinAddress('keys', key), by: -1 })}
            />
            <Act
              label={`下移${String(field.title)}`}
              icon="down"
              disabled={n === keys.length - 1}
              onClick={() => seat.run(moveBy, { address: joinAddress('keys', key), by: 1 })}
            />
            <Act label={`移除${String(field.title)}`} icon="trash" onClick={() => seat.run(removeKey, { key })} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

interface NewProps {
  readonly seat: Seat;
  readonly group: string;
  readonly onClose: () => void;
}
const NewKey = ({ seat, group, onClose }: NewProps) => (
  <TitlePrompt
    heading="新增参数"
    title="新参数"
    label="名称"
    lines={[
      { key: 'key', label: '编码', hint: `如 ${group}.limit`, needed: true, proposed: `${group}.` },
      {
        key: 'kind',
        label: '类型',
        hint: '选择类型',
        needed: true,
        options: KINDS.map(({ value, label }) => ({ value, label })),
        proposed: 'int',
      },
    ]}
    onCancel={onClose}
    onDone={({ title, of }) => {
      const field = KINDS.find((kind) => kind.value === of.kind)?.field ?? {};
      if (seat.run(addKey, { key: of.key ?? '', field: { title, ...field } })) onClose();
    }}
  />
);

function typeWord(field: FieldDoc, view: Seat['view']): string {
  if (field.dict !== undefined) return `字典「${view.dicts.get(field.dict)?.title ?? field.dict}」`;
  const kind = field.kind ?? 'default';
  const known = KINDS.find(
    (item) => item.value === (factsOfDoc({ kind }).followsType ? typeOfDoc({ ...field, kind }) : kind),
  );
  return known?.label ?? kindOf(kind).title;
}
function defaultWord(field: FieldDoc, view: Seat['view']): string {
  const value = field.default;
  if (field.secret !== undefined) return '不显示';
  if (value === undefined || value === null) return '—';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (field.dict !== undefined)
    return view.dicts.get(field.dict)?.items.find((item) => item.code === value)?.title ?? String(value);
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value).replace(/^"|"$/g, '');
  return `${text}${field.suffix ?? ''}`;
}

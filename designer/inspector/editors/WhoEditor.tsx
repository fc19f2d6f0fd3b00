/** Who acts at a node, or gets a message: sources that add up, each with what it needs to know. */
import { InputNumber, Select } from 'antd';
import { useMemo } from 'react';
import { Icon } from '../../../runtime/page/index';
import type { FlowWhoDoc, WhoBy } from '../../../schemas/language/flow/document';
import { FLOW_WHO } from '../../../schemas/language/sorts/flow';
import { wordTitle } from '../../../schemas/language/sorts/texts/index';
import type { Json } from '../../../schemas/language/value';
import { fieldOptions } from '../choices';
import { useInspecting } from '../context';
import styles from '../inspector.module.css';
import { PeopleChoice } from './PeopleEditor';
import type { EditorProps } from './props';

const wordsOf = (key: 'by' | 'scope') => {
  const { shape } = FLOW_WHO[key] as { readonly shape: { readonly words: readonly string[] } };
  return shape.words.map((word) => ({ value: word, label: wordTitle('flowWho', key, word) }));
};
const BY = wordsOf('by');
const SCOPES = wordsOf('scope');

export const WhoEditor = ({ title, value, disabled, onChange }: EditorProps) => {
  const list = Array.isArray(value) ? (value as unknown as readonly FlowWhoDoc[]) : [];
  const write = (next: readonly FlowWhoDoc[]): void =>
    onChange(next.length === 0 ? undefined : (JSON.parse(JSON.stringify(next)) as Json));
  return (
    <div className={styles.pairs}>
      {list.map((who, i) => (
        <Source
          // sources have no names: they are who they are by their place
          key={i}
          title={list.length > 1 ? `${title}${i + 1}` : title}
          who={who}
          disabled={disabled}
          onChange={(next) => write(list.with(i, next))}
          onRemove={() => write(list.toSpliced(i, 1))}
        />
      ))}
      {!disabled && (
        <Select
          value={null}
          options={BY.filter((item) => MANY.has(item.value) || !list.some((who) => who.by === item.value))}
          placeholder={list.length === 0 ? '选择来源…' : '再加一个来源…'}
          showSearch
          optionFilterProp="label"
          popupMatchSelectWidth={false}
          aria-label={`${title}：添加`}
          onChange={(by: WhoBy | null) => {
            if (by !== null) write([...list, { by }]);
          }}
        />
      )}
    </div>
  );
};
/** sources that may stand twice */
const MANY: ReadonlySet<string> = new Set(['field', 'fieldDept']);

interface SourceProps {
  readonly title: string;
  readonly who: FlowWhoDoc;
  readonly disabled: boolean;
  readonly onChange: (who: FlowWhoDoc) => void;
  readonly onRemove: () => void;
}
const Source = ({ title, who, disabled, onChange, onRemove }: SourceProps) => {
  const { doc, library } = useInspecting();
  const { by } = who;
  const fields = useMemo(
    () =>
      by === 'field' || by === 'fieldDept' ? fieldOptions({ doc, library, address: '', sort: 'flowWho', key: by }) : [],
    [doc, library, by],
  );
  const put = (key: 'users' | 'roles', codes: readonly string[]): void => {
    const { [key]: _was, ...rest } = who;
    onChange(codes.length === 0 ? rest : { ...rest, [key]: codes });
  };
  return (
    <div className={styles.source}>
      <div className={styles.pair}>
        <Select
          value={by}
          options={BY}
          showSearch
          optionFilterProp="label"
          disabled={disabled}
          popupMatchSelectWidth={false}
          aria-label={`${title}的来源`}
          onChange={(next: WhoBy) => onChange({ by: next })}
        />
        {!disabled && (
          <button type="button" className={styles.icon} aria-label={`移除${title}`} onClick={onRemove}>
            <Icon name="close" />
          </button>
        )}
      </div>
      {by === 'user' && (
        <PeopleChoice
          of="users"
          title={`${title}的人员`}
          value={who.users ?? []}
          many
          disabled={disabled}
          hint="选择人员"
          onChange={(codes) => put('users', codes)}
        />
      )}
      {(by === 'role' || by === 'managers') && (
        <PeopleChoice
          of="roles"
          title={`${title}的角色`}
          value={who.roles ?? []}
          many
          disabled={disabled}
          hint={by === 'role' ? '选择角色' : '到有这个角色的主管为止'}
          onChange={(codes) => put('roles', codes)}
        />
      )}
      {(by === 'deptHead' || by === 'managers') && (
        <InputNumber
          value={who.level ?? null}
          min={1}
          max={10}
          precision={0}
          placeholder={by === 'deptHead' ? '1，发起人自己的部门' : '1'}
          suffix={by === 'deptHead' ? '级' : '级为止'}
          disabled={disabled}
          aria-label={`${title}的级数`}
          onChange={(level) => {
            const { level: _was, ...rest } = who;
            onChange(level === null || level === 1 ? rest : { ...rest, level });
          }}
        />
      )}
      {(by === 'field' || by === 'fieldDept') && (
        <Select
          value={who.field ?? null}
          options={fields.map(({ value, label }) => ({ value, label }))}
          placeholder={by === 'field' ? '单据上的人员字段' : '单据上的部门字段'}
          notFoundContent="单据上没有这样的字段"
          disabled={disabled}
          aria-label={`${title}的字段`}
          onChange={(field: string) => onChange({ ...who, field })}
        />
      )}
      {(by === 'previous' || by === 'chosen') && (
        <Select
          value={who.scope ?? 'all'}
          options={SCOPES}
          disabled={disabled}
          aria-label={`${title}的可选范围`}
          onChange={(scope: NonNullable<FlowWhoDoc['scope']>) => {
            const { scope: _was, ...rest } = who;
            onChange(scope === 'all' ? rest : { ...rest, scope });
          }}
        />
      )}
    </div>
  );
};

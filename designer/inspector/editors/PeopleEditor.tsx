/** Codes of people, roles or departments, chosen by their names. */
import { Select } from 'antd';
import { useState } from 'react';
import type { FlowPeople } from '../../../schemas/language/wire-design';
import { usePeople } from '../../data/people';
import type { EditorProps } from './props';

interface ChoiceProps {
  readonly of: keyof FlowPeople;
  readonly title: string;
  readonly value: readonly string[];
  readonly many: boolean;
  readonly disabled: boolean;
  readonly hint?: string;
  readonly onChange: (value: readonly string[]) => void;
}

export const PeopleChoice = ({ of, title, value, many, disabled, hint, onChange }: ChoiceProps) => {
  const [keyword, setKeyword] = useState('');
  const isUsers = of === 'users';
  const people = usePeople(isUsers ? value : [], isUsers ? keyword : '');
  const options = people[of].map((person) => ({ value: person.code, label: person.name, detail: detailOf(person) }));
  return (
    <Select
      {...(many ? { mode: 'multiple' as const } : {})}
      value={many ? [...value] : (value[0] ?? null)}
      options={options}
      optionRender={({ data }) => (
        <span title={data.value}>
          {data.label} <small>{data.detail}</small>
        </span>
      )}
      placeholder={hint ?? '选择'}
      allowClear
      showSearch
      {...(isUsers ? { filterOption: false, onSearch: setKeyword } : { optionFilterProp: 'label' })}
      popupMatchSelectWidth={false}
      disabled={disabled}
      aria-label={title}
      onChange={(next: string | string[] | null | undefined) =>
        onChange(Array.isArray(next) ? next : next === null || next === undefined ? [] : [next])
      }
    />
  );
};
const detailOf = (item: { readonly code: string; readonly dept?: string; readonly members?: number }): string =>
  item.dept ?? (item.members === undefined ? '' : `${item.members} 人`);

export const PeopleEditor = (props: EditorProps & { readonly of: keyof FlowPeople; readonly many: boolean }) => {
  const { of, many, title, value, disabled, onChange } = props;
  const written = Array.isArray(value) ? (value as readonly string[]) : typeof value === 'string' ? [value] : [];
  return (
    <PeopleChoice
      of={of}
      title={title}
      value={written}
      many={many}
      disabled={disabled}
      hint="无"
      onChange={(next) => onChange(next.length === 0 ? undefined : many ? [...next] : next[0])}
    />
  );
};

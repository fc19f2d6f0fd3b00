/** Codes chosen by their titles: references to other documents, fields, lists of them. What is no choice may be typed. */
import { Select } from 'antd';
import { useMemo } from 'react';
import type { RefSort } from '../../../schemas/language/sorts/table';
import type { Json } from '../../../schemas/language/value';
import { fieldOptions, type Option, refOptions } from '../choices';
import { useInspecting } from '../context';
import type { EditorProps } from './props';

interface Props extends EditorProps {
  readonly options: readonly Option[];
  readonly many: boolean;
}

const CodesEditor = ({ title, value, base, mixed, disabled, options, many, onChange }: Props) => {
  const shown = useMemo(() => grouped(options), [options]);
  const written = value === undefined ? [] : Array.isArray(value) ? (value as readonly string[]) : [String(value)];
  const label = (code: string): string => options.find((option) => option.value === code)?.label ?? code;
  const below = Array.isArray(base) ? base.map((item) => label(String(item))).join('、') : label(String(base ?? ''));
  const hint = mixed ? '不一致' : below === '' || typeof base === 'object' ? '无' : below;
  const common = {
    options: shown,
    placeholder: Array.isArray(base) && below !== '' ? below : hint,
    showSearch: true,
    allowClear: true,
    filterOption: finds,
    popupMatchSelectWidth: false,
    disabled,
    'aria-label': title,
  } as const;
  if (many)
    return (
      <Select
        {...common}
        mode="tags"
        value={[...written]}
        onChange={(next: string[]) => onChange(next.length === 0 ? undefined : next)}
      />
    );
  return (
    <Select
      {...common}
      value={written[0] ?? null}
      onChange={(next: string | undefined) => onChange(next ?? undefined)}
      // a path that no list shows is typed
      onInputKeyDown={(event) => {
        const typed = (event.target as HTMLInputElement).value.trim();
        if (event.key === 'Enter' && PATH.test(typed) && !options.some((option) => finds(typed, option)))
          onChange(typed);
      }}
    />
  );
};
const PATH = /^[A-Za-z$@!*][A-Za-z0-9.$]*$/;

const finds = (typed: string, option?: { readonly label?: unknown; readonly value?: unknown }): boolean => {
  const wanted = typed.toLowerCase();
  return [option?.label, option?.value].some((text) =>
    String(text ?? '')
      .toLowerCase()
      .includes(wanted),
  );
};
interface Shown {
  readonly label: string;
  readonly title: string;
  readonly value?: string;
  readonly options?: readonly Shown[];
}
const grouped = (options: readonly Option[]): Shown[] => {
  const groups = new Map<string, Shown[]>();
  for (const { value, label, detail, group = '' } of options) {
    const list = groups.get(group) ?? [];
    list.push({ value, label, title: detail ?? value });
    groups.set(group, list);
  }
  return [...groups].flatMap(([label, list]) => (label === '' ? list : [{ label, title: label, options: list }]));
};

export const RefEditor = (props: EditorProps & { readonly reference: RefSort; readonly many: boolean }) => {
  const { library } = useInspecting();
  const options = useMemo(() => refOptions(library, props.reference), [library, props.reference]);
  return <CodesEditor {...props} options={options} />;
};

export const PathsEditor = (props: EditorProps & { readonly many: boolean }) => {
  const { doc, library } = useInspecting();
  const { node, sort, name } = props;
  const options = useMemo(
    () => fieldOptions({ doc, library, address: node, sort, key: name }),
    [doc, library, node, sort, name],
  );
  return <CodesEditor {...props} options={options} />;
};

/** Words of the user's own: states of an action, quick keys. */
export const TextsEditor = (
  props: EditorProps & { readonly options?: readonly Option[]; readonly single?: boolean },
) => <CodesEditor {...props} options={props.options ?? NONE} many={props.single !== true} />;
const NONE: readonly Option[] = [];

/** Fields with their direction: ↓ counts down. */
export const DirectedEditor = (props: EditorProps) => {
  const { doc, library } = useInspecting();
  const { node, sort, name } = props;
  const options = useMemo(
    () =>
      fieldOptions({ doc, library, address: node, sort, key: name }).flatMap((option) => [
        { ...option, label: `${option.label} ↑` },
        { ...option, value: `-${option.value}`, label: `${option.label} ↓` },
      ]),
    [doc, library, node, sort, name],
  );
  return <CodesEditor {...props} options={options} many />;
};

/** A sort order, written as one text. */
export const SortEditor = (props: EditorProps) => {
  const { value, base, onChange } = props;
  const listed = (text: unknown): unknown => (typeof text === 'string' ? text.split(',') : text);
  return (
    <DirectedEditor
      {...props}
      value={listed(typeof value === 'string' ? value : undefined) as Json | undefined}
      base={listed(base)}
      onChange={(next) => onChange(Array.isArray(next) ? next.join(',') : undefined)}
    />
  );
};

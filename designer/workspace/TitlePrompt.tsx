/**
 * What a new thing is called, asked at the place it was put: its title, and what it cannot be without. The code comes from the title;
 * who wants another one types it.
 */
import { Input, Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { FormDialog, FormLine } from '../parts/FormDialog';
import { useAgreed, useProposed } from './use-proposed';

export interface Asked {
  readonly title: string;
  readonly code: string;
  /** answers of the lines */
  readonly of: Readonly<Record<string, string>>;
}
/** One more question: text to type, or something to choose. */
export interface Line {
  readonly key: string;
  readonly label: string;
  readonly hint: string;
  readonly needed: boolean;
  /** one of the two must be answered */
  readonly or?: string;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly proposed?: string;
  /** where it will stand, if it is an expression: what is wrong with it is said while it is typed */
  readonly expr?: string;
  /** asked only with these answers of the others; by itself always */
  readonly asked?: (of: Asked['of']) => boolean;
}
export interface PromptProps {
  readonly heading: string;
  /** what it is called when nothing is typed; undefined = it has no title */
  readonly title?: string | undefined;
  readonly label: string;
  /** what stands in the title at first */
  readonly begin?: string | undefined;
  readonly lines: readonly Line[];
  /** codes that are taken where it goes; undefined = it needs no code */
  readonly taken?: ReadonlySet<string> | undefined;
  /** begins codes of an organisation's additions to shipped documents */
  readonly prefix?: string | undefined;
  /** what is wrong with an expression at an address; it may be put right later */
  readonly judge?: (address: string, text: string) => string | undefined;
  readonly onDone: (asked: Asked) => void;
  readonly onCancel: () => void;
}
const NONE: ReadonlySet<string> = new Set();

export const TitlePrompt = (props: PromptProps) => {
  const { heading, label, taken, prefix, onDone, onCancel } = props;
  const [title, setTitle] = useState(props.begin ?? '');
  const [typed, setTyped] = useState<string>();
  const [of, setOf] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(props.lines.flatMap((line) => (line.proposed === undefined ? [] : [[line.key, line.proposed]]))),
  );
  const lines = props.lines.filter((line) => line.asked?.(of) !== false);
  const named = title.trim() === '' ? (props.title ?? '') : title.trim();
  const proposed = useProposed(named === '' ? heading : named, taken, prefix);
  const code = taken === undefined ? '' : (typed ?? proposed.code);
  const settled = typed !== undefined || proposed.settled;
  const wrong = problemOf(code, taken ?? NONE, prefix);
  const said = (key: string): boolean => (of[key] ?? '').trim() !== '';
  const missing = lines.some((line) => !said(line.key) && (line.needed || (line.or !== undefined && !said(line.or))));
  const ready = wrong === undefined && !missing && (taken === undefined || code !== '');
  const done = useAgreed(settled, ready, () => onDone({ title: named, code, of }));
  const put = (key: string, value: string): void => setOf((now) => ({ ...now, [key]: value }));
  return (
    <FormDialog title={heading} ready={ready || !settled} onDone={done} onCancel={onCancel}>
      {props.title !== undefined && (
        <FormLine label={label}>
          <First value={title} label={label} placeholder={props.title} onChange={setTitle} onEnter={done} />
        </FormLine>
      )}
      {lines.map((line) => (
        <FormLine
          key={line.key}
          label={line.label}
          wrong={line.expr === undefined ? undefined : props.judge?.(line.expr, of[line.key] ?? '')}
        >
          {line.options === undefined ? (
            <Input
              value={of[line.key] ?? ''}
              placeholder={line.hint}
              aria-label={line.label}
              onChange={(event) => put(line.key, event.target.value)}
              onPressEnter={done}
            />
          ) : (
            <Select
              showSearch
              allowClear={!line.needed}
              optionFilterProp="label"
              value={of[line.key] ?? null}
              placeholder={line.hint}
              aria-label={line.label}
              options={[...line.options]}
              onChange={(value: string | undefined) => put(line.key, value ?? '')}
            />
          )}
        </FormLine>
      ))}
      {taken !== undefined && (
        <FormLine label="编码" wrong={wrong}>
          <Input
            value={code}
            aria-label="编码"
            status={wrong === undefined ? '' : 'error'}
            onChange={(event) => setTyped(event.target.value.trim())}
            onPressEnter={done}
          />
        </FormLine>
      )}
    </FormDialog>
  );
};

interface FirstProps {
  readonly value: string;
  readonly label: string;
  readonly placeholder: string;
  readonly onChange: (text: string) => void;
  readonly onEnter: () => void;
}
/** Focus goes to the title as soon as the dialog stands, unless somebody is typing elsewhere in it already. */
const First = ({ value, label, placeholder, onChange, onEnter }: FirstProps) => {
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (!(document.activeElement instanceof HTMLInputElement)) box.current?.querySelector('input')?.select();
    }, 60);
    return () => clearTimeout(timer);
  }, []);
  return (
    <span ref={box}>
      <Input
        value={value}
        placeholder={placeholder}
        aria-label={label}
        maxLength={100}
        onChange={(event) => onChange(event.target.value)}
        onPressEnter={onEnter}
      />
    </span>
  );
};

const problemOf = (code: string, taken: ReadonlySet<string>, prefix: string | undefined): string | undefined => {
  if (code === '') return undefined;
  if (!/^[a-z][A-Za-z0-9]{0,39}$/.test(code)) return '编码须为字母开头的驼峰英文，最多40个字符';
  if (prefix !== undefined && !new RegExp(`^${prefix}[A-Z]`).test(code))
    return `这里新增的编码须以 ${prefix} 加大写字母开头`;
  return taken.has(code) ? `编码「${code}」已被使用` : undefined;
};

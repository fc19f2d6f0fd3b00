/**
 * What a new thing is called, asked at the place it was put: its title, and what it cannot be without. The code comes from the title;
 * who wants another one types it.
 */
import { Checkbox, Input, Select } from 'antd';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { ExpressionEditor, judge, type Place, type Sample } from '../expression/index';
import { FormDialog, FormLine } from '../parts/FormDialog';
import { isTyping } from '../parts/use-frame-keys';
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
  /** several of the options, with commas between them */
  readonly many?: boolean;
  /** agreed to or not: `yes` or nothing */
  readonly tick?: boolean;
  readonly proposed?: string;
  /** where it will stand, if it is an expression: what may be written and what is wrong is said while it is typed */
  readonly expr?: string;
  /** an expression of any sort: its value goes into another place */
  readonly free?: boolean;
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
  /** where an expression will stand; a mistake in it may be put right later */
  readonly placeOf?: (line: Line) => Place | undefined;
  /** a record that expressions are tried on */
  readonly sample?: Sample | undefined;
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
      {lines.map((line, n) => (
        <FormLine key={line.key} label={line.tick === true ? '' : line.label}>
          <Answer
            line={line}
            value={of[line.key] ?? ''}
            place={line.expr === undefined ? undefined : props.placeOf?.(line)}
            sample={props.sample}
            isFirst={n === 0 && props.title === undefined}
            onChange={(value) => put(line.key, value)}
            onEnter={done}
          />
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

interface AnswerProps {
  readonly line: Line;
  readonly value: string;
  readonly place: Place | undefined;
  readonly sample: Sample | undefined;
  /** nothing is asked before it */
  readonly isFirst: boolean;
  readonly onChange: (value: string) => void;
  readonly onEnter: () => void;
}
/** The keyboard goes to the line that is asked first. */
const Answer = (props: AnswerProps) => {
  const box = useFirst<HTMLDivElement>(props.isFirst);
  return (
    <div ref={box}>
      <AnswerOf {...props} />
    </div>
  );
};
const AnswerOf = ({ line, value, place, sample, onChange, onEnter }: AnswerProps) => {
  if (line.tick === true)
    return (
      <Checkbox checked={value !== ''} onChange={(event) => onChange(event.target.checked ? 'yes' : '')}>
        {line.label}
      </Checkbox>
    );
  if (line.options !== undefined) return <Pick line={line} value={value} onChange={onChange} onEnter={onEnter} />;
  if (place !== undefined)
    return <Formula line={line} value={value} place={place} sample={sample} onChange={onChange} onEnter={onEnter} />;
  return (
    <Input
      value={value}
      placeholder={line.hint}
      aria-label={line.label}
      onChange={(event) => onChange(event.target.value)}
      onPressEnter={onEnter}
    />
  );
};
/** The editor keeps the text as it is typed; what is answered is the text in its one form. */
const Formula = ({
  line,
  value,
  place,
  sample,
  onChange,
  onEnter,
}: Omit<AnswerProps, 'isFirst'> & { readonly place: Place }) => {
  const [begin] = useState(value);
  // what stands around it changes while the dialog is open only by its own answers
  const [at] = useState(place);
  const wanted = useMemo(() => (line.free === true ? { env: at.env } : at), [at, line.free]);
  return (
    <ExpressionEditor
      label={line.label}
      value={begin}
      form="expr"
      place={wanted}
      hint={line.hint}
      sample={sample}
      onType={onChange}
      onCommit={(text) => onChange(judge(text, 'expr', wanted).canonical)}
      onEnter={onEnter}
    />
  );
};
/** Enter opens the list, takes what was found, and agrees once the list is closed over an answer. */
const Pick = ({ line, value, onChange, onEnter }: Omit<AnswerProps, 'place' | 'sample' | 'isFirst'>) => {
  const [open, setOpen] = useState(false);
  const handleKey = (event: KeyboardEvent): void => {
    // the list of several would take one more on the way out
    if (event.key === 'Tab' && open && line.many === true) {
      event.stopPropagation();
      setOpen(false);
      return;
    }
    if (event.key !== 'Enter' || open || value === '') return;
    event.preventDefault();
    event.stopPropagation();
    onEnter();
  };
  const several = value === '' ? [] : value.split(',');
  return (
    <span onKeyDownCapture={handleKey}>
      <Select<string | string[]>
        showSearch
        allowClear={!line.needed}
        optionFilterProp="label"
        {...(line.many === true
          ? { mode: 'multiple' as const, value: several }
          : { value: value === '' ? null : value })}
        open={open}
        onOpenChange={setOpen}
        placeholder={line.hint}
        aria-label={line.label}
        options={[...(line.options ?? [])]}
        onChange={(to: string | string[] | undefined) => onChange(Array.isArray(to) ? to.join(',') : (to ?? ''))}
      />
    </span>
  );
};

interface FirstProps {
  readonly value: string;
  readonly label: string;
  readonly placeholder: string;
  readonly onChange: (text: string) => void;
  readonly onEnter: () => void;
}
/** Focus goes to what is asked first as soon as the dialog stands, unless somebody is typing elsewhere in it already. */
function useFirst<Box extends HTMLElement>(isFirst: boolean): RefObject<Box | null> {
  const box = useRef<Box>(null);
  useEffect(() => {
    if (!isFirst) return undefined;
    const timer = setTimeout(() => {
      if (isTyping(document.activeElement)) return;
      const input = box.current?.querySelector<HTMLElement>('input, [contenteditable]');
      input?.focus();
      if (input instanceof HTMLInputElement) input.select();
    }, 60);
    return () => clearTimeout(timer);
  }, [isFirst]);
  return box;
}
const First = ({ value, label, placeholder, onChange, onEnter }: FirstProps) => {
  const box = useFirst<HTMLSpanElement>(true);
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

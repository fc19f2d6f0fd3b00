/** Switches and choices among words: a few short ones side by side, many in a list; what holds otherwise is shown lighter. */
import { Segmented, Select, Switch } from 'antd';
import type { Shape, SortId } from '../../../schemas/language/sorts/table';
import { wordTitle } from '../../../schemas/language/sorts/texts/index';
import type { Json } from '../../../schemas/language/value';
import { isTone, TONED } from '../../parts/tones';
import styles from '../inspector.module.css';
import type { EditorProps } from './props';

type Word = string | number | boolean;
/** characters that stand side by side in the narrowest panel, all choices as wide as the widest */
const ROOM = 13;

export const FlagEditor = ({ title, value, base, disabled, onChange }: EditorProps) => (
  <Switch
    size="small"
    checked={value === undefined ? base === true : value === true}
    disabled={disabled}
    aria-label={title}
    className={value === undefined ? (styles.light ?? '') : ''}
    onChange={(checked) => onChange(checked === (base === true) && value !== undefined ? undefined : checked)}
  />
);

export const WordsEditor = (props: EditorProps & { readonly words: readonly Word[] }) => {
  const { title, value, base, mixed, disabled, words, sort, name, onChange } = props;
  if (words.length === 1 && words[0] === true) return <FlagEditor {...props} />;
  const options = words.map((word) => ({ value: key(word), label: wordTitle(sort, name, word) }));
  const wordOf = (text: string): Word => words.find((word) => key(word) === text) ?? text;
  const effective = mixed ? undefined : ((value ?? (isWord(base) ? base : undefined)) as Word | undefined);
  const longest = Math.max(...options.map((option) => option.label.length));
  const fits = options.length <= 4 && options.length * (longest + 1) <= ROOM;
  if (fits && effective !== undefined)
    return (
      <Segmented
        block
        size="small"
        options={options}
        value={key(effective)}
        disabled={disabled}
        aria-label={title}
        className={value === undefined ? (styles.light ?? '') : ''}
        onChange={(next) => onChange(wordOf(next) as Json)}
      />
    );
  return (
    <Select
      value={value === undefined || mixed ? null : key(value as Word)}
      options={options}
      placeholder={mixed ? '不一致' : isWord(base) ? wordTitle(sort, name, base) : '默认'}
      allowClear
      {...(words.every(isTone) ? TONED : { showSearch: true, optionFilterProp: 'label' })}
      popupMatchSelectWidth={false}
      disabled={disabled}
      aria-label={title}
      onChange={(next: string | undefined) => onChange(next === undefined ? undefined : (wordOf(next) as Json))}
    />
  );
};
const key = (word: Word): string => `${typeof word === 'string' ? '' : '='}${String(word)}`;
const isWord = (value: unknown): value is Word => ['string', 'number', 'boolean'].includes(typeof value);

export const WordListEditor = (props: EditorProps & { readonly words: readonly string[] }) => {
  const { title, value, base, mixed, disabled, words, sort, name, onChange } = props;
  const written = Array.isArray(value) ? (value as readonly string[]) : undefined;
  return (
    <Select
      mode="multiple"
      value={[...(written ?? [])]}
      options={words.map((word) => ({ value: word, label: wordTitle(sort, name, word) }))}
      placeholder={mixed ? '不一致' : listed(base, sort, name) || '无'}
      optionFilterProp="label"
      disabled={disabled}
      aria-label={title}
      onChange={(next: string[]) =>
        onChange(next.length === 0 ? undefined : words.filter((word) => next.includes(word)))
      }
    />
  );
};
const listed = (base: unknown, sort: SortId, name: string): string =>
  Array.isArray(base) ? base.map((word) => wordTitle(sort, name, String(word))).join('、') : '';

export const wordsOf = (shape: Shape): readonly Word[] | undefined =>
  typeof shape === 'object' && 'words' in shape ? shape.words : undefined;

/** What the object is made of and what it stands on: its stored fields with their types, dictionaries and other objects it names. */
import type { ReactNode } from 'react';
import type { ResolvedField } from '../../schemas/language/resolved';
import { TYPE_WORDS } from '../../schemas/language/sorts/texts/common';
import type { DeskView } from '../desk/desk';
import { Glyph } from '../Glyph';
import { kindOfField } from '../palette/kinds';
import styles from './data-panel.module.css';

interface Props {
  readonly view: DeskView;
  readonly query: string;
  readonly onSelect: (address: string) => void;
}
export const DataPanel = ({ view: { object, dicts, lib }, query, onSelect }: Props) => {
  if (object === undefined) return null;
  const wanted = query.trim().toLowerCase();
  const matches = (text: string): boolean => text.toLowerCase().includes(wanted);
  const heads = Object.values(object.fields).filter((field) => field.ext !== true);
  const all = heads.flatMap((field) => [field, ...Object.values(field.sub?.fields ?? {})]);
  const dictCodes = [...new Set(all.flatMap((field) => field.dict ?? []))];
  const targets = [
    ...new Set(all.flatMap((field) => (field.ref === undefined || field.ref === 'self' ? [] : [field.ref]))),
  ];
  const shown = heads.filter((field) => matches(`${field.title} ${field.code}`));
  return (
    <div className={styles.data}>
      <Section title="存储的字段" count={shown.length}>
        {shown.map((field) => (
          <button
            key={field.code}
            type="button"
            disabled={field.base === true}
            onClick={() => onSelect(`fields.${field.code}`)}
          >
            <Glyph name={field.sub !== undefined ? 'table' : (kindOfField(field)?.icon ?? 'text')} />
            <span title={field.title}>
              {field.title} <code>{field.code}</code>
            </span>
            <em>{typeWord(field)}</em>
          </button>
        ))}
      </Section>
      <Section title="用到的字典" count={dictCodes.length}>
        {dictCodes.map((code) => {
          const dict = dicts.get(code);
          const items = (dict?.items ?? []).map((item) => item.title).join('、');
          if (!matches(`${dict?.title ?? ''} ${code} ${items}`)) return null;
          return (
            <p key={code} title={items}>
              <Glyph name="book" />
              <span>{dict?.title ?? code}</span>
              <em>{dict?.items.length ?? 0} 项</em>
            </p>
          );
        })}
      </Section>
      <Section title="引用的对象" count={targets.length}>
        {targets.map((code) => {
          const title = lib.object(code)?.title ?? code;
          if (!matches(`${title} ${code}`)) return null;
          return (
            <p key={code}>
              <Glyph name="link" />
              <span>{title}</span>
              <em>{all.filter((field) => field.ref === code).length} 处</em>
            </p>
          );
        })}
      </Section>
    </div>
  );
};

const typeWord = (field: ResolvedField): string =>
  field.base === true ? '系统' : field.formulaAt !== undefined ? '公式' : TYPE_WORDS[field.type];

interface SectionProps {
  readonly title: string;
  readonly count: number;
  readonly children: ReactNode;
}
const Section = ({ title, count, children }: SectionProps) =>
  count === 0 ? null : (
    <section aria-label={title}>
      <h3>
        {title} <em>{count}</em>
      </h3>
      {children}
    </section>
  );

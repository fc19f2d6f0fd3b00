/** A page over settings (§2.2 `settings`): the keys of its groups become its fields, one tab for each group. */
import type { FieldDoc, Many, ObjectDoc, SettingsDoc } from '../document';

/** Field of a key on its page, codes have no dots: `file.maxMB` is `fileMaxMB`. */
export const settingCode = (key: string): string => key.replace(/\.(\w)/g, (_, first: string) => first.toUpperCase());

/** More keys than that fill two columns; a few stand below each other. */
const MANY = 12;

/**
 * The text with what its settings give it. `settings` names groups or single keys; groups of the text's own replace the tabs. On the page
 * `sys.<key>` is the value in the form, so expressions that name a key of the page mean its field.
 */
export function withSettings(doc: ObjectDoc, groups: readonly SettingsDoc[]): ObjectDoc {
  const named = new Set(doc.settings ?? []);
  if (named.size === 0) return doc;
  const shown = groups.flatMap(({ group, title, keys }) => {
    const own = Object.entries(keys).filter(([key]) => named.has(group) || named.has(key));
    return own.length === 0 ? [] : [{ group, title, keys: own }];
  });
  const order = [...named];
  const at = ({ group, keys }: (typeof shown)[number]): number =>
    Math.min(...[group, ...keys.map(([key]) => key)].map((text) => order.indexOf(text)).filter((n) => n >= 0));
  shown.sort((a, b) => at(a) - at(b));
  const codes = new Map(shown.flatMap(({ keys }) => keys.map(([key]) => [key, settingCode(key)] as const)));
  const fields = Object.fromEntries(
    shown.flatMap(({ keys }) => keys.map(([key, field]) => [settingCode(key), field] as const)),
  );
  const tabs = Object.fromEntries(
    shown.map(({ group, title, keys }) => {
      const fields = keys.map(([key]) => settingCode(key));
      return [group, { tab: title, ...(fields.length > MANY ? {} : { columns: 1 }), fields }];
    }),
  );
  const { rules, checks } = onFields({ rules: doc.rules, checks: doc.checks }, codes);
  return {
    ...doc,
    single: true,
    fields: { ...fields, ...(doc.fields ?? {}) } as Many<FieldDoc>,
    ...(rules === undefined ? {} : { rules }),
    ...(checks === undefined ? {} : { checks }),
    edit: { ...doc.edit, groups: doc.edit?.groups ?? tabs } as NonNullable<ObjectDoc['edit']>,
  };
}

/** Every text in it, with `sys.<key>` as the field; the longest known key wins, others stay what they are. */
function onFields<T>(node: T, codes: ReadonlyMap<string, string>): T {
  const told = (text: string): string =>
    text.replace(/\bsys\.(\w+(?:\.\w+)*)/g, (whole, path: string) => {
      for (let key = path; key !== ''; key = key.slice(0, Math.max(0, key.lastIndexOf('.')))) {
        const code = codes.get(key);
        if (code !== undefined) return code + path.slice(key.length);
      }
      return whole;
    });
  const walk = (eachValue: unknown): unknown =>
    typeof eachValue === 'string'
      ? told(eachValue)
      : Array.isArray(eachValue)
        ? eachValue.map(walk)
        : typeof eachValue === 'object' && eachValue !== null
          ? Object.fromEntries(Object.entries(eachValue).map(([key, value]) => [key, walk(value)]))
          : eachValue;
  return walk(node) as T;
}

/** What the record in front is about, by what its tasks name (`floor.card`): seen before a number is typed. Quantities and states stand elsewhere. */
import { displayText } from '../../schemas/language/codec/shown';
import type { FormModel } from '../form/form-model';
import styles from './floor.module.css';

export function FloorAbout({ model }: { readonly model: FormModel }) {
  const { object, env } = model;
  const said = (object.floor?.card ?? []).flatMap((code) => {
    const field = object.fields[code];
    if (field === undefined || field.dict !== undefined || !NAMED.has(field.type)) return [];
    // a name that is still on its way is left out
    const text = displayText(model.value(code), field, { label: (of, id) => env.label(of, id) ?? '' });
    return text === '' ? [] : [{ code, text, title: field.type === 'int' ? field.title : undefined }];
  });
  if (said.length === 0) return null;
  return (
    <p className={styles.about}>
      {said.map(({ code, text, title }, n) => {
        const Word = n === 0 ? 'b' : 'span';
        return (
          <Word key={code}>
            {title !== undefined && <small>{title} </small>}
            {text}
          </Word>
        );
      })}
    </p>
  );
}
/** names and numbers */
const NAMED: ReadonlySet<string> = new Set(['ref', 'text', 'int']);

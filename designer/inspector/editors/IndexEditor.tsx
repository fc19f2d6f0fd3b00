/** Indexes of a table: each a list of fields, in the order they are searched. */
import { Icon } from '../../../runtime/page/index';
import type { Json } from '../../../schemas/language/value';
import styles from '../inspector.module.css';
import { DirectedEditor } from './CodesEditor';
import type { EditorProps } from './props';

export const IndexEditor = (props: EditorProps) => {
  const { title, value, disabled, onChange } = props;
  const list: readonly Json[] = Array.isArray(value) ? value : [];
  const write = (next: readonly Json[]): void => onChange(next.length === 0 ? undefined : next);
  return (
    <div className={styles.pairs}>
      {[...list, ...(disabled ? [] : [[]])].map((fields, i) => (
        // the last, empty one is where the next is begun
        <div key={i} className={styles.pair}>
          <div className={styles.grow}>
            <DirectedEditor
              {...props}
              title={`${title}${i + 1}`}
              value={Array.isArray(fields) && fields.length === 0 ? undefined : fields}
              base={undefined}
              onChange={(to) => write(to === undefined ? list.toSpliced(i, 1) : [...list].toSpliced(i, 1, to))}
            />
          </div>
          {!disabled && i < list.length && (
            <button
              type="button"
              className={styles.icon}
              aria-label={`移除${title}${i + 1}`}
              onClick={() => write(list.toSpliced(i, 1))}
            >
              <Icon name="close" />
            </button>
          )}
        </div>
      ))}
    </div>
  );
};

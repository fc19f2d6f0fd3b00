/** Nodes in a list that is set whole: ways out of a refusal, rules of a number, side trees. Each with its keys, in their order. */
import { isNode, type Node } from '../../../schemas/language/resolve/merge';
import { SORTS } from '../../../schemas/language/sorts/index';
import type { KeySpec, SortId } from '../../../schemas/language/sorts/table';
import { keyText, keyTitle, SORT_TITLES } from '../../../schemas/language/sorts/texts/index';
import type { Json } from '../../../schemas/language/value';
import styles from '../inspector.module.css';
import type { EditorProps } from './props';
import { useEditors } from './recursion';

interface Props extends EditorProps {
  readonly of: SortId;
  /** one alone is written without a list */
  readonly single?: boolean;
}

export const NodesEditor = ({ of, single = false, ...props }: Props) => {
  const { Shape } = useEditors();
  const { address, title, value, disabled, onChange } = props;
  const list = (Array.isArray(value) ? value : value === undefined ? [] : [value]).filter((item) =>
    isNode(item as Json),
  );
  const nodes = list as readonly Node[];
  const keys = Object.entries(SORTS[of] as { readonly [key: string]: KeySpec }).filter(([key]) => key !== 'off');
  const write = (next: readonly Node[]): void => {
    const [first] = next;
    onChange((first === undefined ? undefined : single && next.length === 1 ? first : next) as Json | undefined);
  };
  const put = (i: number, name: string, to: Json | undefined): void => {
    const changed: Node = { ...nodes[i], [name]: to };
    write(nodes.with(i, Object.fromEntries(keys.flatMap(([key]) => given(key, changed[key])))));
  };
  const add = (): void => {
    const named = Object.hasOwn(SORTS[of], 'title') ? { title: `${SORT_TITLES[of]}${nodes.length + 1}` } : {};
    write([...nodes, named]);
  };
  return (
    <div className={styles.pairs}>
      {nodes.map((node, i) => {
        const called = `${title}${i + 1}`;
        return (
          // nodes without a name of their own are who they are by their place
          <fieldset key={i} className={styles.source} aria-label={called}>
            {keys.map(([key, { shape, need }]) => (
              <div key={key} className={styles.row} data-inner="">
                <span className={styles.label} data-tip={keyText(of, key).help}>
                  {keyTitle(of, key)}
                  {need === true && <i aria-hidden="true">*</i>}
                </span>
                <div className={styles.control}>
                  <Shape
                    address={`${address}.${i}.${key}`}
                    node={address}
                    sort={of}
                    name={key}
                    shape={shape}
                    title={`${called}：${keyTitle(of, key)}`}
                    value={node[key] as Json | undefined}
                    base={undefined}
                    mixed={false}
                    disabled={disabled}
                    onChange={(to) => put(i, key, to)}
                  />
                </div>
              </div>
            ))}
            {!disabled && (
              <div className={styles.nodeHead}>
                {i > 0 && (
                  <button
                    type="button"
                    className={styles.link}
                    aria-label={`${called}上移`}
                    onClick={() => write(nodes.with(i, nodes[i - 1] ?? {}).with(i - 1, node))}
                  >
                    上移
                  </button>
                )}
                <button
                  type="button"
                  className={styles.link}
                  aria-label={`移除${called}`}
                  onClick={() => write(nodes.toSpliced(i, 1))}
                >
                  移除
                </button>
              </div>
            )}
          </fieldset>
        );
      })}
      {!disabled && (
        <button type="button" className={styles.link} aria-label={`${title}：添加${SORT_TITLES[of]}`} onClick={add}>
          + {SORT_TITLES[of]}
        </button>
      )}
    </div>
  );
};
const given = (key: string, value: unknown): readonly (readonly [string, Json])[] =>
  value === undefined ? [] : [[key, value as Json]];

/** One key: its name with help, its editor, the way back to what holds otherwise, what is wrong with it. */
import { Icon } from '../../runtime/page/index';
import {
  applySteps,
  isWithin,
  type Step,
  type StepDoc,
  splitAddress,
  valueAt,
} from '../../schemas/language/steps/index';
import type { Json } from '../../schemas/language/value';
import { useInspecting } from './context';
import { ShapeEditor } from './editors/ShapeEditor';
import styles from './inspector.module.css';
import type { KeyRow } from './keys';
import { isTurn, turnSteps } from './turn';
import { writeAll, writeSteps } from './write';

/** px: no wider than the panel */
const TIP_WIDTH = 260;

export const KeyLine = ({ row, inner = false }: { readonly row: KeyRow; readonly inner?: boolean }) => {
  const { doc, library, onSteps, standard, refuse, problems } = useInspecting();
  const [address = ''] = row.addresses;
  const nodes = row.addresses.map((address) => splitAddress(address).parent);
  const reason = refuse?.(address);
  const own = row.addresses.join(' ');
  const take = (steps: readonly Step[], gesture: string): void => {
    if (steps.length > 0) onSteps(steps, gesture);
  };
  const stepsTo = (to: Json | undefined): readonly Step[] =>
    isTurn(row.sort, row.key)
      ? turnSteps(doc, library, nodes, { key: row.key, to })
      : writeAll(doc, nodes, row.key, to);
  const set = (to: Json | undefined): void => take(stepsTo(to), own);
  const reset = (): void =>
    take(standard === undefined ? stepsTo(undefined) : backSteps(doc, standard, row), `${own}:reset`);
  const back = standard === undefined ? '恢复默认' : '恢复为已发布的';
  const wrong = (problems ?? []).filter(
    (problem) => isWithin(problem.path, address) && !isOpened(row, problem.path, address),
  );
  const wide = isWide(row);
  return (
    <div className={styles.row} data-wide={wide || undefined} data-inner={inner || undefined} data-key={row.key}>
      <span
        className={styles.label}
        data-changed={row.changed || undefined}
        data-tip={reason ?? row.help}
        data-tip-width={TIP_WIDTH}
      >
        {row.title}
        {row.need && <i aria-hidden="true">*</i>}
      </span>
      <div className={styles.control}>
        <ShapeEditor
          address={address}
          node={nodes[0] ?? ''}
          sort={row.sort}
          name={row.key}
          shape={row.shape}
          title={row.title}
          suffix={row.suffix}
          value={row.value}
          base={row.base}
          mixed={row.mixed}
          disabled={reason !== undefined}
          onChange={set}
        />
        {wrong.map((problem) => (
          <p key={`${problem.code}${problem.path}`} className={problem.level === 'warn' ? styles.hint : styles.fault}>
            {problem.text}
          </p>
        ))}
      </div>
      {row.changed && reason === undefined && !wide ? (
        <button type="button" className={styles.icon} title={back} aria-label={`${row.title}${back}`} onClick={reset}>
          <Icon name="undo" />
        </button>
      ) : (
        <span className={styles.noIcon} />
      )}
    </div>
  );
};

/** Each address gets what the standard says there. */
function backSteps(doc: StepDoc, standard: StepDoc, { addresses }: KeyRow): readonly Step[] {
  let now = doc;
  return addresses.flatMap((address) => {
    const steps = writeSteps(now, address, valueAt(standard, address) as Json | undefined);
    now = applySteps(now, steps).doc ?? now;
    return steps;
  });
}

const isEntries = ({ shape }: KeyRow): boolean =>
  typeof shape === 'object' && ('map' in shape || 'placements' in shape || 'list' in shape);
/** Structures take the whole width under their name. */
const isWide = ({ shape }: KeyRow): boolean =>
  isEntries({ shape } as KeyRow) ||
  (typeof shape === 'object' &&
    ('mapOf' in shape ||
      'node' in shape ||
      ('any' in shape && shape.any.some((shape) => typeof shape === 'object' && 'node' in shape))));
/** Problems of entries are told where the entry is opened. */
const isOpened = (row: KeyRow, path: string, address: string): boolean => isEntries(row) && path !== address;

/** 动作表: the same actions as lines. */
import { useMemo } from 'react';
import type { ResolvedAction, ResolvedObject } from '../../schemas/language/resolved';
import { wordTitle } from '../../schemas/language/sorts/texts/index';
import { ExpressionText, type Place } from '../expression/index';
import type { State } from './model';
import styles from './states.module.css';

export interface ActionTableProps {
  readonly object: ResolvedObject;
  readonly states: readonly State[];
  readonly place: Place;
  readonly selected?: string | undefined;
  readonly onSelect: (action: string) => void;
}

export const ActionTable = ({ object, states, place, selected, onSelect }: ActionTableProps) => {
  const actions = useMemo(
    () => Object.values(object.actions).toSorted((a, b) => Number(a.builtIn) - Number(b.builtIn)),
    [object],
  );
  const title = (code: string): string => states.find((state) => state.code === code)?.title ?? code;
  const from = ({ from: codes }: ResolvedAction): string =>
    codes === undefined || codes.length === 0 ? '任何状态' : codes.map(title).join('、');
  return (
    <div className={styles.table}>
      <table>
        <thead>
          <tr>
            <th>动作</th>
            <th>编码</th>
            <th>从</th>
            <th>到</th>
            <th>条件</th>
            <th>放在</th>
          </tr>
        </thead>
        <tbody>
          {actions.map((action) => (
            <tr key={action.code} aria-selected={action.code === selected} onClick={() => onSelect(action.code)}>
              <td>
                <button type="button" onClick={() => onSelect(action.code)}>
                  {action.auto !== undefined && '⚡ '}
                  {action.title}
                </button>
                {action.builtIn && <small>自带</small>}
              </td>
              <td className={styles.mono}>{action.code}</td>
              <td>{from(action)}</td>
              <td>{action.to === undefined ? '不改状态' : title(action.to)}</td>
              <td>
                {(action.auto ?? action.when) !== undefined && (
                  <ExpressionText
                    text={action.auto ?? action.when ?? ''}
                    form="expr"
                    place={{ env: { ...place.env, ...(action.in === undefined ? {} : { sub: action.in }) } }}
                  />
                )}
              </td>
              <td>
                {action.auto === undefined ? action.at.map((at) => wordTitle('action', 'at', at)).join('、') : '自动'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

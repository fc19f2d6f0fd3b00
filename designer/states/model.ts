/** The life of a document as a picture: states are the codes of its state dictionary, arrows the `from` and `to` of its actions. */
import type { Tone } from '../../schemas/language/document';
import type { ResolvedAction, ResolvedDict, ResolvedObject } from '../../schemas/language/resolved';
import { firstState } from '../rules/held';

export interface State {
  readonly code: string;
  readonly title: string;
  readonly tone?: Tone | undefined;
  readonly initial: boolean;
}
/** One arrow: an action from one state. Equal ends = the state stays. */
export interface Arrow {
  readonly id: string;
  readonly action: string;
  readonly title: string;
  readonly from: string;
  readonly to: string;
  readonly auto: boolean;
  readonly danger: boolean;
}
/** An action from so many states that its arrows would hide the others: told at the state it leads to. */
export interface Gathered {
  readonly action: string;
  readonly title: string;
  readonly from: readonly string[];
  readonly to: string;
  readonly danger: boolean;
}
export interface StateModel {
  readonly states: readonly State[];
  readonly arrows: readonly Arrow[];
  readonly gathered: readonly Gathered[];
  /** actions that say no state */
  readonly others: readonly ResolvedAction[];
}

const MOST = 3;

/** Undefined when the object has no state of a known dictionary. */
export function stateModel(
  object: ResolvedObject,
  dict: (code: string) => ResolvedDict | undefined,
  chosen?: string,
): StateModel | undefined {
  const field = object.state === undefined ? undefined : object.fields[object.state];
  const items = field?.dict === undefined ? undefined : dict(field.dict)?.items;
  if (items === undefined || items.length === 0) return undefined;
  const first = firstState(field, items);
  const states = items
    .filter((item) => item.off !== true)
    .map(({ code, title, tone }): State => ({ code, title, tone: tone ?? toneOf(code), initial: code === first }));
  const known = new Set(states.map((state) => state.code));
  const arrows: Arrow[] = [];
  const gathered: Gathered[] = [];
  const others: ResolvedAction[] = [];
  for (const action of Object.values(object.actions)) {
    const from = (action.from ?? []).filter((code) => known.has(code));
    const to = action.to !== undefined && known.has(action.to) ? action.to : undefined;
    const { code, title } = action;
    const danger = action.tone === 'danger';
    // a built-in that stays where it is says nothing about the life of the document
    if ((from.length === 0 && to === undefined) || (action.builtIn && to === undefined)) others.push(action);
    else if (to !== undefined && (from.length === 0 || (from.length > (action.builtIn ? 1 : MOST) && code !== chosen)))
      gathered.push({ action: code, title, from, to, danger });
    else
      for (const text of from)
        arrows.push({
          id: `${code}:${text}`,
          action: code,
          title,
          from: text,
          to: to ?? text,
          auto: action.auto !== undefined,
          danger,
        });
  }
  return { states, arrows, gathered, others };
}

/** Colours of statuses without one of their own, by their tens (language §2.12). */
function toneOf(code: string): Tone | undefined {
  const tens: { readonly [digit: string]: Tone } = {
    1: 'info',
    2: 'primary',
    3: 'primary',
    4: 'primary',
    5: 'warning',
    6: 'success',
    7: 'danger',
    9: 'danger',
  };
  return /^\d\d$/.test(code) ? tens[code[0] ?? ''] : undefined;
}

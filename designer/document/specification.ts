/**
 * The designer's state under the names of the specification (§3), derived from the documents: nothing of it is stored, so nothing can
 * disagree with the text.
 */
import { lintAll } from '../../schemas/language/check/index';
import {
  type AnyDoc,
  type KindId,
  type MenusDoc,
  OBJECT_SCHEMA,
  type ObjectDoc,
} from '../../schemas/language/document';
import type { BoardDoc, ReportDoc } from '../../schemas/language/document-report';
import { type FormConf, formConf } from '../../schemas/language/features/wire';
import { KINDS, kindOf } from '../../schemas/language/kinds/index';
import { PATTERNS } from '../../schemas/language/kinds/patterns';
import { resolveObject } from '../../schemas/language/resolve';
import { expandPlacement } from '../../schemas/language/resolve/placement';
import type { Placement, ResolvedObject } from '../../schemas/language/resolved';
import { BOARD } from '../../schemas/language/sorts/report';
import { wordTitle } from '../../schemas/language/sorts/texts/index';
import type { Problem } from '../../schemas/language/value';
import { belowOf } from '../rules/texts';
import { filedOf } from './library';
import { type DesignDocument, type DesignState, type DocId, sortOfId } from './state';

export interface DesignPage {
  readonly code: string;
  readonly title: string;
  readonly route?: string;
}
export type DesignType = 'form' | 'chart' | 'print' | 'flow' | 'text';
export interface FormComponent {
  readonly code: number;
  readonly kind: KindId;
  readonly title: string;
}
export interface DataModel {
  readonly code: string;
  readonly title: string;
  readonly fields: readonly { readonly code: string; readonly title: string }[];
}
export interface ChartPanel {
  readonly rows: number;
  readonly columns: number;
  readonly gap: number;
  readonly cellWidth?: number;
  readonly searchConfig: readonly Placement[];
}
export interface Validation extends Problem {
  readonly document: DocId;
}

const openOf = (state: DesignState): DesignDocument | undefined =>
  state.open === undefined ? undefined : state.documents[state.open];
const textOf = <T extends AnyDoc>(document: DesignDocument): T => document.text as unknown as T;

export function pageOf(state: DesignState): DesignPage | undefined {
  const open = openOf(state);
  if (open === undefined) return undefined;
  const { title, route } = open.text as { readonly title?: string; readonly route?: string };
  const code = open.id.slice(open.id.indexOf(':') + 1);
  return { code, title: title ?? code, ...(route === undefined ? {} : { route }) };
}

const TYPES: { readonly [sort: string]: DesignType } = {
  object: 'form',
  report: 'chart',
  board: 'chart',
  print: 'print',
  flow: 'flow',
};
export function designTypeOf(state: DesignState): DesignType | undefined {
  return state.open === undefined ? undefined : (TYPES[sortOfId(state.open)] ?? 'text');
}

const resolved = new WeakMap<DesignDocument, ResolvedObject>();
/** The open object resolved over the blocks of the changeset; undefined for other sorts, and while its shape is wrong. */
export function resolvedOf(state: DesignState): ResolvedObject | undefined {
  const open = openOf(state);
  if (open === undefined || open.text.$schema !== OBJECT_SCHEMA) return undefined;
  const known = resolved.get(open);
  if (known !== undefined) return known;
  try {
    const { overlay } = open;
    const object = resolveObject((overlay?.shipped ?? open.text) as unknown as ObjectDoc, {
      ...belowOf(state),
      ...(overlay === undefined ? {} : { overlay: overlay.steps }),
    });
    resolved.set(open, object);
    return object;
  } catch {
    return undefined;
  }
}

export function formConfOf(state: DesignState): FormConf | undefined {
  const object = resolvedOf(state);
  return object && formConf(object);
}

export const COMPONENTS: readonly FormComponent[] = (Object.keys(KINDS) as readonly KindId[]).map((kind) => {
  const { code, title } = kindOf(kind);
  return { code, kind, title };
});
export const DEFAULT_REGEX_LIST: readonly { readonly word: string; readonly title: string }[] = PATTERNS.map(
  (word) => ({
    word,
    title: wordTitle('field', 'pattern', word),
  }),
);

/** Objects as data models that functions may read. */
export function functionDataModelsOf(state: DesignState): readonly DataModel[] {
  return Object.values(state.documents).flatMap((document) => {
    if (document.text.$schema !== OBJECT_SCHEMA) return [];
    const { object, title, fields } = textOf<ObjectDoc>(document);
    return [
      {
        code: object,
        title: title ?? object,
        fields: Object.entries(fields ?? {}).map(([code, field]) => ({ code, title: field.title ?? code })),
      },
    ];
  });
}

/** Apps are the areas that have a menu. */
export function appListOf(state: DesignState): readonly { readonly code: string; readonly title: string }[] {
  return Object.values(state.documents).flatMap((document) => {
    if (document.text.$schema !== 'menus/1') return [];
    const { area, title } = textOf<MenusDoc>(document);
    return [{ code: area, title }];
  });
}

export function chartPanelOf(state: DesignState): ChartPanel | undefined {
  const open = openOf(state);
  if (open?.text.$schema === 'report/1') return reportPanelOf(textOf<ReportDoc>(open));
  if (open?.text.$schema !== 'board/1') return undefined;
  const { rows, columns, gap, cellWidth, search } = textOf<BoardDoc>(open);
  return {
    rows: rows ?? Number(BOARD.rows?.def),
    columns: columns ?? Number(BOARD.columns?.def),
    gap: gap ?? Number(BOARD.gap?.def),
    ...(cellWidth === undefined ? {} : { cellWidth }),
    searchConfig: (search ?? []).map((item) => expandPlacement(item, 'search').placement),
  };
}

/** Charts of a report stand in lines of as many columns as a board begins with; a wide one has its line to itself. */
function reportPanelOf({ list }: ReportDoc): ChartPanel {
  const columns = Number(BOARD.columns?.def);
  const spans = Object.values(list?.charts ?? {}).map((chart) => Math.min(chart.span ?? 1, columns));
  let [rows, free] = [0, 0];
  for (const span of spans) {
    if (span > free) [rows, free] = [rows + 1, columns];
    free -= span;
  }
  return {
    rows,
    columns,
    gap: Number(BOARD.gap?.def),
    searchConfig: (list?.search ?? []).map((item) => expandPlacement(item, 'search').placement),
  };
}

const linted = new WeakMap<DesignState['documents'], readonly Validation[]>();
/** Problems of all documents of the changeset among each other, judged in the browser by the linter. */
export function validationsOf(state: DesignState): readonly Validation[] {
  const known = linted.get(state.documents);
  if (known !== undefined) return known;
  const there = Object.values(state.documents).filter((doc) => Object.keys(doc.text).length > 0);
  const ids = new Map(there.map((doc) => [doc.path, doc.id]));
  const found = lintAll(there.map(filedOf)).map(({ path, problem }) => ({
    ...problem,
    document: ids.get(path) ?? path,
  }));
  linted.set(state.documents, found);
  return found;
}

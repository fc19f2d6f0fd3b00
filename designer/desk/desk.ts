/** What the panels of the workspace see of the design, and what they may do with it. One frozen view per change. */
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Library } from '../../schemas/language/check/index';
import type { ObjectDoc } from '../../schemas/language/document';
import type { ResolvedDict, ResolvedObject, TypeLib } from '../../schemas/language/resolved';
import type { StepConflict, StepDoc } from '../../schemas/language/steps/index';
import type { Json } from '../../schemas/language/value';
import type { FoundConflict } from '../document/store';
import type { OutlineFace } from '../outline/outline-of';

export interface DeskDocument {
  /** `object:toolLoan` */
  readonly id: string;
  readonly sort: string;
  readonly code: string;
  readonly title: string;
  /** app it belongs to: the area of its file or of the organisation */
  readonly app: string;
  /** a document of the organisation; shipped ones are changed by overlay */
  readonly own: boolean;
  /** never published */
  readonly fresh: boolean;
  /** a draft has steps of it */
  readonly drafted: boolean;
  /** changes of the organisation that a new shipped version did not take */
  readonly undecided: number;
  /** why it is set aside: it does not resolve any more */
  readonly fault?: string;
  /** changed in this draft */
  readonly changed: boolean;
}
export interface DeskApp {
  readonly code: string;
  readonly title: string;
  /** made by the organisation: its new objects go there */
  readonly own: boolean;
  /** something of it is published by the organisation */
  readonly exports: boolean;
}
export type Saved =
  | { readonly state: 'saved'; readonly at: number | null }
  | { readonly state: 'saving' }
  /** `kept`: what waits is in the browser too */
  | { readonly state: 'offline' | 'failed'; readonly text: string; readonly kept: boolean };
export interface DeskProblem {
  readonly document: string;
  readonly address: string;
  readonly text: string;
  readonly level: 'error' | 'warn';
  /** what is wrong, by the linter's name: quick fixes go by it */
  readonly code: string;
}
export interface DeskView {
  readonly apps: readonly DeskApp[];
  readonly documents: readonly DeskDocument[];
  readonly open: DeskDocument | undefined;
  /** text of the open document as it is written, and resolved */
  readonly doc: StepDoc;
  /** the same as published, {} = it never was */
  readonly base: StepDoc;
  /** what an overlay was made on; undefined for a document of the organisation */
  readonly shipped: StepDoc | undefined;
  readonly object: ResolvedObject | undefined;
  /** everything else of the organisation, with what the draft has beside the open document */
  readonly library: Library;
  readonly lib: TypeLib;
  readonly dicts: ReadonlyMap<string, ResolvedDict>;
  readonly selection: readonly string[];
  readonly problems: readonly DeskProblem[];
  /** own steps that others made impossible, until decided */
  readonly conflicts: readonly FoundConflict[];
  /** the same over a new shipped version */
  readonly upgrade: readonly StepConflict[];
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly saved: Saved;
  /** names of those who have the draft open too */
  readonly others: readonly string[];
  /** why nothing can be changed here; undefined = it can */
  readonly readonly: string | undefined;
  /** why nothing can be opened, made or published just now; undefined = the server answers */
  readonly gone: string | undefined;
  /** apps and objects may be made */
  readonly mayMake: boolean;
}
/** A wish: done, or why not. */
export type Outcome = { readonly done: true } | { readonly refused: string };

export interface Desk {
  subscribe(listener: () => void): () => void;
  view(): DeskView;
  open(id: string): Promise<Outcome>;
  /** makes the draft of an app the one that is worked on */
  prepare(app: string): Promise<Outcome>;
  makeApp(title: string): Promise<{ readonly code: string } | { readonly refused: string }>;
  select(addresses: readonly string[]): void;
  /** what was typed at an address of a document, over `from`, and not finished */
  left(document: string, address: string, typed: Json | undefined, from: Json | undefined): void;
  undo(): void;
  redo(): void;
  /** text of an object, blocks not merged */
  textOf(code: string): ObjectDoc | undefined;
  /** sends what is not saved yet */
  flush(): void;
}

export const DeskContext = createContext<Desk | null>(null);
export const useDesk = (): { readonly desk: Desk; readonly view: DeskView } => {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error('no DeskContext above');
  const view = useSyncExternalStore(
    (listener) => desk.subscribe(listener),
    () => desk.view(),
  );
  return { desk, view };
};

/** What of an object stands on the sheet. */
export const FACES: readonly { readonly code: OutlineFace; readonly title: string }[] = [
  { code: 'edit', title: '编辑页' },
  { code: 'list', title: '列表' },
  { code: 'detail', title: '详情' },
  { code: 'actions', title: '动作' },
  { code: 'rules', title: '规则' },
  { code: 'access', title: '权限' },
  { code: 'print', title: '打印' },
];

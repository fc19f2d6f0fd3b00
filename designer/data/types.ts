/** Answers of the designer's calls (docs/api.md, /lcdp/design). */
import type { AnyDoc } from '../../schemas/language/document';
import type { Step, StepDoc } from '../../schemas/language/steps/index';

export type Origin = 'shipped' | 'overlay' | 'own';
export interface TreeDocument {
  readonly id: string;
  readonly sort: string;
  readonly code: string;
  readonly title: string;
  readonly origin: Origin;
  /** newest published version; 0 = as shipped, or not published yet */
  readonly version: number;
  readonly drafts: readonly string[];
}
export interface TreeApp {
  readonly code: string;
  readonly title: string;
  readonly origin: 'shipped' | 'own';
  readonly mayEdit: boolean;
  readonly documents: readonly TreeDocument[];
}
export interface Draft {
  readonly id: string;
  readonly app: string;
  readonly title: string;
  readonly seq: number;
}
export interface TreeDraft extends Draft {
  readonly documents: readonly { readonly id: string; readonly title: string; readonly isNew: boolean }[];
}
export interface DesignTree {
  readonly apps: readonly TreeApp[];
  readonly drafts: readonly TreeDraft[];
  readonly may: { readonly edit: boolean; readonly publish: boolean };
}
export interface LibraryDocument {
  readonly id: string;
  readonly sort: string;
  readonly code: string;
  readonly area: string;
  readonly path: string;
  /** canonical text */
  readonly text: string | StepDoc;
  /** steps of the organisation over a shipped text */
  readonly overlay?: readonly Step[];
}
export interface DesignLibrary {
  readonly hash: string;
  readonly documents: readonly LibraryDocument[];
}
export interface OpenedDocument {
  readonly id: string;
  readonly sort: string;
  readonly code: string;
  readonly area: string;
  readonly path: string;
  readonly origin: Origin;
  readonly version: number;
  readonly base: StepDoc;
  readonly doc: StepDoc;
  readonly overlay?: { readonly shipped: AnyDoc; readonly steps: readonly Step[] };
}
export interface DraftStep {
  readonly seq: number;
  readonly user: string;
  readonly userName: string | null;
  readonly document: string;
  readonly step: Step;
}
export interface OpenedDraft {
  readonly draft: Draft;
  readonly documents: readonly OpenedDocument[];
  readonly steps: readonly DraftStep[];
}
export interface StepsAnswer {
  readonly seq: number;
  readonly others: readonly DraftStep[];
  readonly taken: readonly { readonly n: number; readonly seq: number }[];
  readonly conflicts: readonly { readonly n: number; readonly document: string; readonly text: string }[];
}
export interface DesignProblem {
  readonly document: string;
  readonly code: string;
  readonly path: string;
  readonly text: string;
  readonly level?: 'error' | 'warn';
}

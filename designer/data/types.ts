/** Answers of the designer's calls (docs/api.md, /lcdp/design). */
import type { Me } from '../../schemas/language/env';
import type { Draft, DraftStep, LibraryDocument, OpenedDocument, TreeApp } from '../../schemas/language/wire-design';

export interface TreeDraft extends Draft {
  readonly documents: readonly { readonly id: string; readonly title: string; readonly isNew: boolean }[];
}
export interface DesignTree {
  readonly apps: readonly TreeApp[];
  readonly drafts: readonly TreeDraft[];
  readonly may: { readonly edit: boolean; readonly publish: boolean };
}
export interface DesignLibrary {
  readonly hash: string;
  readonly documents: readonly LibraryDocument[];
}
export interface OpenedDraft {
  readonly draft: Draft;
  readonly documents: readonly OpenedDocument[];
  readonly steps: readonly DraftStep[];
}

/** Where a draft is tried (docs/api.md). */
export interface Sandbox {
  /** header of the calls that run there */
  readonly sandbox: string;
  readonly until: string;
  readonly pages: readonly string[];
  readonly as: { readonly me: Me; readonly functions: readonly string[] };
}

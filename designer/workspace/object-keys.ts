/** What the keys of the workspace do to the open document, whatever edits it. */
import { type DeskView, FACES } from '../desk/desk';
import type { DeskScreen } from '../desk/use-desk-screen';
import { flattened, type OutlineFace, type OutlineNode } from '../outline/outline-of';
import { readClipboard, writeClipboard } from '../parts/clipboard';
import type { Acts } from './acts';
import type { EditorOfSort } from './editors';
import type { Places } from './placing';
import type { KeyActs } from './use-keys';

interface Options {
  readonly screen: DeskScreen;
  readonly view: DeskView;
  readonly acts: Acts;
  /** undefined = the document is an object */
  readonly editor: EditorOfSort | undefined;
  readonly outline: readonly OutlineNode[];
  readonly places: Places;
  readonly onTitle: (address: string) => void;
  readonly onFace: (face: OutlineFace) => void;
}

export function keysOf(options: Options): KeyActs {
  const { screen, view, acts, editor, outline, places } = options;
  const { desk, writing } = screen;
  const { tell } = writing;
  const { selection } = view;
  const [first] = selection;
  return {
    ...screen.keys,
    remove: () => {
      if (first === undefined) return;
      if (editor === undefined) tell(acts.remove(selection));
      else writing.run(editor.remove, { addresses: selection });
    },
    duplicate: () => {
      if (first === undefined) return;
      if (editor === undefined) tell(acts.duplicate(selection));
      else if (editor.duplicate !== undefined) writing.run(editor.duplicate, { address: first });
    },
    copy: () => {
      if (first !== undefined) void writeClipboard(acts.copyText(selection));
    },
    paste: () => {
      if (editor === undefined) void readClipboard().then((text) => tell(acts.paste(text, places.next)));
    },
    selectAll: () => desk.select(places.siblings),
    rename: () => void (first !== undefined && view.readonly === undefined && options.onTitle(first)),
    move: (by) => void (first !== undefined && tell(acts.moveBy(first, by))),
    walk: (by) => {
      const flat = flattened(outline, new Set()).flatMap(({ node }) => (node.head === true ? [] : [node.address]));
      const at = flat.indexOf(selection.at(-1) ?? '');
      const next = flat[at < 0 ? 0 : at + by];
      if (next !== undefined) desk.select([next]);
    },
    face: (n) => {
      const to = FACES[n];
      if (to !== undefined) options.onFace(to.code);
    },
  };
}

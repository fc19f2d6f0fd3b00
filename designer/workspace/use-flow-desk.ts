/** The open flow as its screen works on it: its text and object, what is wrong with it, what may be done to it by mouse and keys. */
import { useMemo } from 'react';
import { useHost } from '../../runtime/page/index';
import { checkFlow } from '../../schemas/language/check/flow';
import { checkShape } from '../../schemas/language/check/shape';
import type { FlowDoc, NodeSort } from '../../schemas/language/flow/document';
import { diffSteps, type StepDoc } from '../../schemas/language/steps/index';
import type { Json, Problem } from '../../schemas/language/value';
import { designPage } from '../canvas/design-page';
import { addFlowNode, duplicateFlow, removeFlow, shiftFlow } from '../commands/index';
import { usePeople } from '../data/people';
import type { DeskView } from '../desk/desk';
import { withOwnProblems } from '../desk/screens';
import type { StoreDesk } from '../desk/store-desk';
import { useDeskScreen } from '../desk/use-desk-screen';
import {
  conditionWords,
  fieldNames,
  flowOutline,
  type Names,
  namedIn,
  useFlowKeys,
  useSimulation,
} from '../flow/index';
import { flattened, type OutlineNode } from '../outline/outline-of';
import { focusTitle } from '../parts/focus-title';
import { useSample } from '../trial/index';

export type FlowDesk = ReturnType<typeof useFlowDesk>;
export type FlowSpot = { readonly list: string; readonly after: string | null };

export function useFlowDesk(desk: StoreDesk, view: DeskView) {
  const screen = useDeskScreen(desk, view, true);
  const { writing, bottom } = screen;
  const { selection, library, open } = view;
  const [chosen] = selection;
  const doc = useFlowText(view);
  const { object, page, published } = useFlowObject(view, doc);
  const sampling = useSample(page, published);
  const simulating = useSimulation(doc, library, { id: sampling.id, on: bottom === 'own', published });
  const outline = useMemo(() => flowOutline(doc), [doc]);
  const seen = useMemo(() => withOwnProblems(view, problemsOf(view), (code) => !OF_SERVER.test(code)), [view]);
  const own = useMemo(() => seen.problems.filter((problem) => problem.document === open?.id), [seen, open]);
  const keys = {
    ...screen.keys,
    remove: () => void (chosen !== undefined && writing.run(removeFlow, { address: chosen })),
    duplicate: () => void (chosen !== undefined && writing.run(duplicateFlow, { address: chosen })),
    rename: () => chosen !== undefined && focusTitle(screen.frame, false),
    move: (by: -1 | 1) => void (chosen !== undefined && writing.run(shiftFlow, { address: chosen, by })),
    walk: (by: -1 | 1) => {
      const next = besides(outline, chosen, by);
      if (next !== undefined) desk.select([next]);
    },
  };
  useFlowKeys(screen.frame, keys);
  return {
    screen,
    doc,
    object,
    page,
    sampling,
    simulating,
    names: useNames(view, doc),
    outline,
    /** the view, with what is wrong with the flow said at once */
    seen,
    own,
    chosen,
    keys,
    add: (sort: NodeSort, spot: FlowSpot): void => {
      if (writing.run(addFlowNode, { sort, spot: { list: spot.list, after: spot.after } }))
        focusTitle(screen.frame, true);
    },
    /** another text for this flow, one undo */
    replace: (text: Json): void => {
      desk.select([]);
      writing.onSteps(diffSteps(view.doc, text as unknown as StepDoc), `import ${Date.now()}`);
    },
  };
}

/** A text without nodes keeps an empty picture; the problems say what it is. */
const useFlowText = (view: DeskView): FlowDoc =>
  useMemo<FlowDoc>(
    () => ({
      ...(view.doc as unknown as FlowDoc),
      nodes: Array.isArray(view.doc.nodes) ? (view.doc.nodes as never) : [],
    }),
    [view.doc],
  );

/** What the flow decides: its object, the page its conditions are built for, whether there are records of it. */
function useFlowObject({ library, documents }: DeskView, doc: FlowDoc) {
  const { session } = useHost();
  const object = library.objects.get(doc.object)?.object;
  const page = useMemo(
    () =>
      object === undefined
        ? undefined
        : designPage({ object, lib: library.types, dicts: library.dicts, sort: 'edit', session }),
    [object, library, session],
  );
  const published = documents.some((eachDocument) => eachDocument.id === `object:${doc.object}` && !eachDocument.fresh);
  return { object, page, published };
}

/** What the nodes of the picture call people, fields and conditions. */
function useNames({ library }: DeskView, doc: FlowDoc): Names {
  const people = usePeople(useMemo(() => namedIn(doc), [doc]));
  return useMemo<Names>(() => {
    const nameIn = (list: readonly { readonly code: string; readonly name: string }[]) => (code: string) =>
      list.find((item) => item.code === code)?.name ?? code;
    return {
      role: nameIn(people.roles),
      user: nameIn(people.users),
      field: fieldNames(doc, library),
      condition: conditionWords(doc, library),
    };
  }, [people, doc, library]);
}

/** The node before or behind one, as the outline has them. */
function besides(outline: readonly OutlineNode[], chosen: string | undefined, by: -1 | 1): string | undefined {
  const flat = flattened(outline, new Set()).map(({ node }) => node.address);
  const at = flat.indexOf(chosen ?? '');
  return flat[at < 0 ? 0 : at + by];
}

/** What only the server can say of a flow; everything else is said at once, as the linter will. */
const OF_SERVER = /^(flow\.(user|role|autoPass)|grant\.scope|code\.prefix|file\.|document|overlay)/;
const problemsOf = ({ doc, library }: DeskView): readonly Problem[] => {
  const shape = checkShape(doc as { readonly [key: string]: unknown }, 'flow');
  return shape.length > 0 ? shape : checkFlow(doc as unknown as FlowDoc, library);
};

/** What every inspector of the workspace is about: the open document, what is wrong with it, what may be changed and how. */
import { useCallback, useMemo } from 'react';
import type { Step } from '../../schemas/language/steps/index';
import type { Json, Problem } from '../../schemas/language/value';
import type { InspectorProps } from '../inspector/index';
import { fixedBy } from '../rules/index';
import type { Desk, DeskView } from './desk';

export type Properties = Omit<InspectorProps, 'addresses'>;

export function useProperties(
  desk: Desk,
  view: DeskView,
  onSteps: (steps: readonly Step[], gesture: string) => void,
): Properties {
  const { doc, library, open, problems, shipped, readonly } = view;
  const own = useMemo<readonly Problem[]>(
    () =>
      problems
        .filter((problem) => problem.document === open?.id)
        .map(({ code, address, text, level }) => ({ code, path: address, text, level })),
    [problems, open],
  );
  const refuse = useCallback(
    (address: string): string | undefined =>
      readonly ?? (shipped === undefined ? undefined : fixedBy(shipped, doc, address)),
    [readonly, shipped, doc],
  );
  const id = open?.id ?? '';
  const onSelect = useCallback((address: string) => desk.select(address === '' ? [] : [address]), [desk]);
  const onLeft = useCallback(
    (address: string, typed: Json | undefined, from: Json | undefined) => desk.left(id, address, typed, from),
    [desk, id],
  );
  return {
    doc,
    library,
    problems: own,
    refuse,
    // a shipped document goes back to what it was, not to nothing
    standard: open === undefined || open.own ? undefined : view.base,
    onSelect,
    onSteps,
    onLeft,
  };
}

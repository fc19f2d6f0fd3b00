/** A simulation of the flow that is being designed: what is chosen, what the server answers, which addresses that lights. */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Library } from '../../schemas/language/check/index';
import { type FlowDoc, nodesOf } from '../../schemas/language/flow/document';
import { END } from '../../schemas/language/flow/graph';
import { addressOf } from '../../schemas/language/resolve/address';
import type { Json } from '../../schemas/language/value';
import type { FlowSimulation } from '../../schemas/language/wire-design';
import { designClient } from '../data/client';
import { type AskedField, askedFields } from './conditions';

type Values = Readonly<Record<string, Json>>;
export interface Simulating {
  readonly fields: readonly AskedField[];
  /** what was typed instead of the document's own */
  readonly values: Values;
  /** login; undefined = who asks */
  readonly starter: string | undefined;
  readonly answer: FlowSimulation | undefined;
  readonly problem: string;
  readonly pending: boolean;
  /** addresses the document comes to; undefined = nothing is shown */
  readonly lit: ReadonlySet<string> | undefined;
  type(code: string, to: Json | undefined): void;
  begin(starter: string | undefined): void;
  reset(): void;
}
const NONE: Values = {};

/** `id` = the stored document it is tried on; `on` = somebody looks. */
export function useSimulation(
  doc: FlowDoc,
  library: Library,
  { id, on, published }: { readonly id: string | undefined; readonly on: boolean; readonly published: boolean },
): Simulating {
  const [values, setValues] = useState<Values>(NONE);
  const [starter, begin] = useState<string>();
  const fields = useMemo(() => (on ? askedFields(doc, library) : []), [on, doc, library]);
  const { data, error, isFetching } = useQuery({
    queryKey: ['design', 'simulate', doc, id, values, starter],
    queryFn: () =>
      designClient.simulate({
        docType: doc.object,
        text: doc as unknown as Json,
        values,
        ...(id === undefined ? {} : { docId: id }),
        ...(starter === undefined ? {} : { starter }),
      }),
    enabled: on && published,
    placeholderData: (before: FlowSimulation | undefined) => before,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const answer = error === null ? data : undefined;
  const lit = useMemo(
    () => (!on || answer === undefined || 'refusal' in answer ? undefined : litBy(doc, answer)),
    [on, doc, answer],
  );
  return {
    fields,
    values,
    starter,
    answer,
    problem: published ? (error?.message ?? '') : '单据发布以后才能模拟',
    pending: isFetching,
    lit,
    type: (code, to) =>
      setValues((now) => {
        const { [code]: _before, ...rest } = now;
        return { ...rest, [code]: to ?? null };
      }),
    begin,
    reset: () => setValues(NONE),
  };
}

/** Nodes by their addresses, the ways taken, the root and the end that is not written. */
export function litBy(
  doc: Pick<FlowDoc, 'nodes'>,
  { passed, ways }: Pick<Exclude<FlowSimulation, { readonly refusal: string }>, 'passed' | 'ways'>,
): ReadonlySet<string> {
  const at = new Map(nodesOf(doc).map(({ node, address }) => [node.node, address]));
  const lit = new Set(passed.flatMap((code) => at.get(code) ?? (code === END ? [END] : [])));
  for (const { node, way } of ways) lit.add(addressOf(`${at.get(node)}.ways`, way));
  return lit.add('');
}

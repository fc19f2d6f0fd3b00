/** The document a layout is tried with: a real one of its object, else one made up of its fields. */
import { useMemo } from 'react';
import { factoryTime, type HostSession } from '../../runtime/page/index';
import { designPage } from '../canvas/design-page';
import { type SampleContext, sampleRecord } from '../canvas/samples';
import { workedOut } from '../canvas/worked';
import type { DeskView } from '../desk/desk';
import type { Sample } from '../expression/index';
import type { Layout } from '../print/index';
import { type Sampling, sampleOf, useSample } from '../trial/index';

const PEOPLE = new Set(['employee', 'user']);

export function usePrintSample(
  layout: Layout | undefined,
  view: DeskView,
  session: HostSession,
): { readonly sampling: Sampling; readonly sample: Sample | undefined } {
  const object = layout?.object;
  const { library, documents } = view;
  const page = useMemo(
    () =>
      object === undefined
        ? undefined
        : designPage({ object, lib: library.types, dicts: library.dicts, sort: 'edit', session }),
    [object, library, session],
  );
  const published = documents.some((doc) => doc.id === `object:${object?.object}` && !doc.fresh);
  const sampling = useSample(page, published);
  const made = useMemo(() => {
    if (page === undefined) return undefined;
    const context: SampleContext = {
      today: factoryTime(session.now()).slice(0, 10),
      dict: (code) => library.dicts.get(code),
      title: (code) => library.types.object(code)?.title ?? '',
      people: PEOPLE,
    };
    return sampleOf(page, workedOut(page, sampleRecord(page.object, 0, context)));
  }, [page, library, session]);
  return { sampling, sample: sampling.sample ?? made };
}

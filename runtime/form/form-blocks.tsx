/** Blocks that read the form as it is typed; those over the stored record are `blocks.tsx`. */
import { type ComponentType, lazy, Suspense } from 'react';
import { useSignal } from '../data/signal';
import { PageLoading } from '../page/PageStates';
import { useRooms } from '../page/rooms';
import { type FormBlockName, isFormBlock } from './block-names';
import type { FormModel } from './form-model';
import { StateStrip } from './StateStrip';

const RouteGraph = lazy(() => import('./RouteGraph').then((module) => ({ default: module.RouteGraph })));

export type FormBlock = ComponentType<{ readonly model: FormModel }>;

const FORM_BLOCKS: Readonly<Record<FormBlockName, FormBlock>> = {
  stateStrip: ({ model }) => <StateStrip model={model} title={model.label} />,
  routeGraph: ({ model }) => (
    <Suspense fallback={<PageLoading />}>
      <RouteGraph model={model} />
    </Suspense>
  ),
  wallPreview: WallPreview,
};

/** Block wallPreview: a large board as it is configured in the form. */
function WallPreview({ model }: { readonly model: FormModel }) {
  useSignal(model.changed);
  const { WallPreview: Board } = useRooms();
  return Board === undefined ? null : (
    <Suspense fallback={<PageLoading />}>
      <Board values={model.doc} />
    </Suspense>
  );
}

/** The block of a name over a form; undefined when there is none. */
export const formBlock = (name: string): FormBlock | undefined => (isFormBlock(name) ? FORM_BLOCKS[name] : undefined);

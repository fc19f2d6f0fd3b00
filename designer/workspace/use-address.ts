/** Where one is stands in the address: the app, the document, the side of it. A reload, a link, back and forward lead there again. */
import { useEffect, useRef, useState } from 'react';
import { useHost } from '../../runtime/page/index';
import { FACES } from '../desk/desk';
import type { OutlineFace } from '../outline/outline-of';

export interface Whereabouts {
  /** app of the start page */
  readonly app: string | undefined;
  /** document that is open in front; undefined = the start page */
  readonly document: string | undefined;
  readonly face: OutlineFace;
}
const FIRST: OutlineFace = 'edit';

export const readPlace = (params: URLSearchParams): Whereabouts => {
  const flow = params.get('flow');
  return {
    app: params.get('app') ?? undefined,
    document: params.get('document') ?? (flow === null ? undefined : `flow:${flow}`),
    face: FACES.find(({ code }) => code === params.get('face'))?.code ?? FIRST,
  };
};
/** The address of a place; what else stands in it stays. */
export const writePlace = ({ app, document, face }: Whereabouts, params: URLSearchParams): URLSearchParams => {
  const next = new URLSearchParams(params);
  for (const key of ['app', 'document', 'flow', 'face', 'side', ...(document === undefined ? [] : ['new'])])
    next.delete(key);
  if (document === undefined) {
    if (app !== undefined) next.set('app', app);
  } else next.set('document', document);
  if (document !== undefined && face !== FIRST) next.set('face', face);
  return next;
};
const sameText = (a: Whereabouts, b: Whereabouts): boolean =>
  writePlace(a, new URLSearchParams()).toString() === writePlace(b, new URLSearchParams()).toString();

/** `go` leads to a place the address came to by itself, and ends when it is there or cannot be. */
export function useAddress(at: Whereabouts, go: (to: Whereabouts) => Promise<void>): void {
  const { params, setParams } = useHost();
  /** what the address says as far as this page knows: another one came from outside */
  const known = useRef(at);
  const going = useRef(false);
  const [, setTurn] = useState(0);
  useEffect(() => {
    if (going.current) return;
    const said = readPlace(params);
    if (!sameText(said, known.current)) {
      known.current = said;
      if (sameText(said, at)) return;
      going.current = true;
      void go(said).finally(() => {
        going.current = false;
        setTurn((n) => n + 1);
      });
    } else if (!sameText(at, known.current)) {
      // another document or app is a step to come back from, another side of it is not one more
      const isStep = at.document !== known.current.document || at.app !== known.current.app;
      known.current = at;
      setParams(writePlace(at, params), { replace: !isStep });
    }
  });
}

const FLOW_FACES = ['tree', 'binds', 'settings', 'bpmn'] as const;
export type FlowFace = (typeof FLOW_FACES)[number];
/** The side of a flow stands in the address beside the flow; another document begins with its own first. */
export function useFlowFace(): readonly [FlowFace, (to: FlowFace) => void] {
  const { params, setParams } = useHost();
  const face = FLOW_FACES.find((code) => code === params.get('side')) ?? 'tree';
  const turn = (to: FlowFace): void => {
    const next = new URLSearchParams(params);
    if (to === 'tree') next.delete('side');
    else next.set('side', to);
    setParams(next, { replace: true });
  };
  return [face, turn];
}

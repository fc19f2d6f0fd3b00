/** Nodes carried over the picture of a flow: the place they are over, why they may not be there, what letting go does. */
import { type RefObject, useState } from 'react';
import type { NodeSort } from '../../schemas/language/flow/document';
import { addFlowNode, moveFlowNode } from '../commands/index';
import { isRefusal } from '../document/state';
import type { FlowCanvasHandle, Slot } from '../flow/index';
import type { Point, Tag, Taken } from '../parts/Dragging';
import type { FlowDesk } from './use-flow-desk';

interface Aim {
  readonly slot: Slot;
  readonly refused: string | undefined;
}
interface Drop extends Aim {
  readonly go: () => void;
}

export function useFlowDrag({ screen, add }: FlowDesk, canvas: RefObject<FlowCanvasHandle | null>) {
  const { writing } = screen;
  const [isCarrying, setCarrying] = useState(false);
  const [aim, setAim] = useState<Aim>();
  const dropAt = (id: string, at: Point): Drop | undefined => {
    const slot = canvas.current?.slotAt(at.x, at.y);
    if (slot === undefined) return undefined;
    const spot = { list: slot.list, after: slot.after };
    const rest = id.slice(id.indexOf(':') + 1);
    if (id.startsWith('sort:')) {
      const sort = rest as NodeSort;
      return { slot, refused: writing.asked(addFlowNode, { sort, spot }), go: () => add(sort, spot) };
    }
    const go = (): void => void writing.run(moveFlowNode, { address: rest, spot });
    const answer = moveFlowNode(writing.state(), { address: rest, spot });
    const isHere = isRefusal(answer) && answer.code === 'same';
    return { slot, refused: isHere ? '它就在这里' : writing.asked(moveFlowNode, { address: rest, spot }), go };
  };
  const stop = (): void => {
    setCarrying(false);
    setAim(undefined);
  };
  return {
    isCarrying,
    aim,
    start: ({ title = '' }: Taken): Tag => {
      setCarrying(true);
      return { title };
    },
    move: ({ id }: Taken, at: Point): void => setAim(dropAt(id, at)),
    end: ({ id }: Taken, at: Point): void => {
      const found = dropAt(id, at);
      stop();
      if (found !== undefined && found.refused === undefined) found.go();
    },
    cancel: stop,
  };
}

/** One side of the object: a page on its sheet, the picture of its states, or a table of its rules. */
import type { ReactNode } from 'react';
import { useHost } from '../../runtime/page/index';
import type { Step } from '../../schemas/language/steps/index';
import type { Box } from '../canvas/boxes';
import { Canvas } from '../canvas/Canvas';
import type { Stage } from '../canvas/stage';
import type { DeskView } from '../desk/desk';
import type { Writing } from '../desk/writing';
import type { OutlineFace } from '../outline/outline-of';
import { StatesEditor, stateActsOf } from '../states/index';
import { ApprovalLine } from './ApprovalLine';
import { Entries } from './Entries';
import { DRAWN } from './sides';
import { useCounts } from './use-counts';
import type { FaceData } from './use-face';

interface Props {
  readonly view: DeskView;
  readonly face: OutlineFace;
  readonly data: FaceData | undefined;
  readonly width: number;
  readonly stage: Stage;
  readonly isDragging: boolean;
  readonly onSelect: (address: string, add: boolean) => void;
  readonly onOpen: (address: string) => void;
  /** chooses it and waits for its title */
  readonly onName: (address: string) => void;
  readonly onMenu: (address: string, at: { readonly x: number; readonly y: number }) => void;
  readonly writing: Writing;
  readonly onSteps: (steps: readonly Step[], gesture: string) => void;
  /** the object gets a state: a field of it, or a new one */
  readonly onBegin: (field: string | undefined) => void;
  readonly onAdd: (list: string) => void;
  /** another document of the draft */
  readonly onDocument: (id: string) => void;
  readonly tools: (box: Box) => ReactNode;
  readonly children: ReactNode;
}

export const FacePane = (props: Props) => {
  const { view, face, data, onSelect } = props;
  const { session } = useHost();
  const counts = useCounts(view, face === 'actions');
  const drawn = DRAWN[face];
  const isClosed = view.readonly !== undefined;
  if (data !== undefined && drawn !== undefined)
    return (
      <Canvas
        page={data.page}
        face={drawn}
        session={session}
        record={data.record}
        rows={data.rows}
        width={props.width}
        stage={props.stage}
        selection={view.selection}
        isDragging={props.isDragging}
        onSelect={onSelect}
        onOpen={props.onOpen}
        onMenu={props.onMenu}
        tools={props.tools}
      >
        {props.children}
      </Canvas>
    );
  if (view.object === undefined) return null;
  if (face === 'actions')
    return (
      <>
        <ApprovalLine view={view} writing={props.writing} session={session} onOpen={props.onDocument} />
        <StatesEditor
          doc={view.doc}
          library={view.library}
          address={view.selection[0]}
          counts={counts}
          readonly={isClosed}
          acts={stateActsOf(view, props.writing)}
          onBegin={isClosed ? undefined : props.onBegin}
          onSteps={props.onSteps}
          onSelect={(address) => onSelect(address, false)}
          onDrawn={props.onName}
        />
      </>
    );
  return (
    <Entries
      view={view}
      object={view.object}
      face={face}
      selection={view.selection}
      onSelect={(address) => onSelect(address, false)}
      onAdd={isClosed ? undefined : props.onAdd}
    />
  );
};

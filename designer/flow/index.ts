/** The picture of a flow and what stands beside it, for the workspace. */
export { Exchange } from './Exchange';
export { FlowCanvas, type FlowCanvasHandle } from './FlowCanvas';
export type { Slot } from './layout';
export { fieldNames, flowOutline, isWayAddress, namedIn, nextSpot } from './model';
export { newFlow } from './new-flow';
export { NodePalette } from './Palette';
export { useFlowKeys } from './use-flow-keys';
export { WayTitle } from './WayTitle';
export type { Names } from './words';

/** The picture of a flow and what stands beside it, for the workspace. */
export { Exchange } from './Exchange';
export { FlowCanvas, type FlowCanvasHandle } from './FlowCanvas';
export type { Slot } from './layout';
export { conditionWords, fieldNames, flowOutline, isWayAddress, namedIn, nextSpot } from './model';
export { newFlow } from './new-flow';
export { NodePalette } from './Palette';
export { SimulationPanel } from './Simulation';
export { useFlowKeys } from './use-flow-keys';
export { useSimulation } from './use-simulation';
export { WayTitle } from './WayTitle';
export type { Names } from './words';

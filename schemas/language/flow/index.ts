/** Approval flows: text, graph, and the engine as pure functions `(graph, state, world, …) → state and events, or a refusal`. */
export { backTargets, sendBack } from './back';
export { addMinutes, addWork, PLAIN_WEEK, type WorkCalendar } from './calendar';
export { neededVotes } from './decide';
export * from './document';
export { compileFlow, END, type FlowGraph, type GraphNode, joinOf, nodeAt, START } from './graph';
export { addSigners, handBack, handOver, reassign, revokeSigners, transfer } from './hand-on';
export { type Answer, agree, reject, sendCopy } from './handle';
export * from './life';
export { mayStart, peopleOf } from './people';
export { type FlowAt, type FlowReader, flowReader } from './reader';
export { recall } from './recall';
export * from './rows';
export { sentence } from './sentences';
export { type SimulatedNode, type Simulation, simulate } from './simulate';
export * from './state';
export { nextDue, tick } from './timers';
export type * from './world';

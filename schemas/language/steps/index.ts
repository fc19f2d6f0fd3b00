/** Steps: how documents change (language reference §11.1). */
export { applyStep, applySteps, before, entriesAt, shapeAt, sortOfDoc, valueAt } from './apply';
export { diffSteps } from './diff';
export type { Overlaid, OverlayDoc } from './overlay';
export { applyOverlay, baseOf, OVERLAY_SCHEMA } from './overlay';
export type { Mapped, Rebased, StepConflict } from './rebase';
export { keepMine, mapAddress, mapOver, mapStep, reapply, rebase } from './rebase';
export type { Applied, InsertStep, MoveStep, RemoveStep, RenameStep, SetStep, Step, StepDoc } from './step';
export { addressOfStep, given, invertStep, isWithin, joinAddress, splitAddress } from './step';

/** The inspector of the designer. */
export { Inspector, type InspectorProps } from './Inspector';
export { objectOf, resolvedAt } from './resolved';
export { writeAll, writeSteps } from './write';

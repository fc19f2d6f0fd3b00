/** Problems of a design and what one click can do about them. */
export { type Fix, fixesOf } from './fixes';
export { type ListedProblem, ProblemsPanel, type ProblemsPanelProps } from './ProblemsPanel';

import type { ResolvedAction } from './resolved';

/**
 * Built-in actions a document may name today but nothing executes yet: those of approvals come with the workflow. No page offers them,
 * so that no button does nothing; their rights exist and can be granted.
 */
const LATER: ReadonlySet<string> = new Set('submit withdraw urge'.split(' '));
export const isOffered = (action: ResolvedAction): boolean => !(action.builtIn && LATER.has(action.code));

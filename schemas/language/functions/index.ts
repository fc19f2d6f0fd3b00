/** The functions of the expression language (language §5.4). Collection functions are syntax of their own: expr/bind-call.ts. */
import { DATE_FUNCTIONS } from './date';
import type { FunctionDef } from './define';
import { HOST_FUNCTIONS } from './host';
import { NUMBER_FUNCTIONS } from './number';
import { TEXT_FUNCTIONS } from './text';

export type { FunctionDef };

const TABLE: ReadonlyMap<string, FunctionDef> = new Map(
  [...TEXT_FUNCTIONS, ...NUMBER_FUNCTIONS, ...DATE_FUNCTIONS, ...HOST_FUNCTIONS].map((def) => [def.name, def]),
);
/** A function by name; undefined for collection functions, server functions and what does not exist. */
export const functionOf = (name: string): FunctionDef | undefined => TABLE.get(name);
export const functionNames = (): readonly string[] => [...TABLE.keys()];

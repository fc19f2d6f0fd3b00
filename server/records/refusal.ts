/** A business refusal with its data (§6.4): first sentence as `msg`, address of the rule, terms, ways, problems, rows. */
import type { CheckProblem } from '../../schemas/language/record/checks';
import type { Problem, Value } from '../../schemas/language/value';
import { AppError } from '../errors';

export interface RefusalData {
  readonly rule?: string;
  readonly terms?: { readonly [placeholder: string]: Value };
  readonly ways?: CheckProblem['ways'];
  readonly problems?: readonly Problem[];
  readonly rows?: readonly { readonly id: string; readonly text: string }[];
  readonly warnings?: readonly Problem[];
  readonly [more: string]: unknown;
}

/** Problems as a refusal: code 203, the first sentence says it. */
export class Refusal extends AppError {
  constructor(problems: readonly (Problem | CheckProblem)[], more: RefusalData = {}) {
    const [first] = problems;
    const check = first && 'rule' in first ? first : undefined;
    super(203, first?.text ?? '', {
      rule: check?.rule ?? first?.code ?? null,
      terms: check?.terms ?? {},
      ...(check?.ways ? { ways: check.ways } : {}),
      problems: problems.map(({ code, path, text, level }) =>
        level === undefined ? { code, path, text } : { code, path, text, level },
      ),
      ...more,
    });
  }
}

/** One sentence under the address of its rule. */
export const refuseBy = (rule: string, text: string, more: RefusalData = {}): Refusal =>
  new Refusal([{ code: rule, path: '', text }], { rule, ...more });

/** Warnings alone: asked once, the repeat carries their codes in `accept`. */
export const askFirst = (warnings: readonly (Problem | CheckProblem)[]): AppError =>
  new AppError(203, '是否继续？', {
    rule: warnings[0] && 'rule' in warnings[0] ? warnings[0].rule : (warnings[0]?.code ?? null),
    terms: warnings[0] && 'terms' in warnings[0] ? warnings[0].terms : {},
    warnings: warnings.map(({ code, path, text, level }) => ({ code, path, text, level })),
    problems: [],
  });

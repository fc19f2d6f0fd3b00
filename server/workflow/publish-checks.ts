/** What only the organisation can say of a flow that is to be published: people who left, roles nobody has, automatic passing. */
import { checkFlowPeople } from '../../schemas/language/check/flow';
import { checkShape } from '../../schemas/language/check/shape';
import type { ObjectDoc } from '../../schemas/language/document';
import type { FlowDoc } from '../../schemas/language/flow/index';
import { keyFor } from '../../schemas/language/settings';
import { text } from '../../schemas/language/texts';
import { type Problem, problem } from '../../schemas/language/value';
import type { DesignProblem } from '../../schemas/language/wire-design';
import type { DocumentChange } from '../design/candidate';
import type { EngineCtx } from '../records/host';
import { moduleOf } from '../records/modules';
import { loadDirectory } from './directory';

type Changed = Pick<DocumentChange, 'id' | 'sort' | 'after'> & Partial<Pick<DocumentChange, 'before'>>;

/** A document that is not audited by flows comes to none of them: told, and no error, for 单据审核 asks for a published flow first. */
function wayProblems(ctx: EngineCtx, { object: code }: FlowDoc, changes: readonly Changed[]): readonly Problem[] {
  const change = changes.find(({ id }) => id === `object:${code}`);
  const [was, is] = [change?.before, change?.after].map((doc) => doc as ObjectDoc | undefined);
  const title = is?.title ?? ctx.registry.find(code)?.title;
  const isFlow = is?.audit === was?.audit ? ctx.setting(keyFor('audit.mode', code)) === '2' : is?.audit === 'flow';
  return isFlow || title === undefined ? [] : [problem('flow.mode', 'object', text('flow.mode', { o: title }), 'warn')];
}

/** Problems of the flows among the changes; those of wrong shape have theirs already. */
export async function flowProblems(ctx: EngineCtx, changes: readonly Changed[]): Promise<readonly DesignProblem[]> {
  const flows = changes.filter(
    ({ sort, after }) => sort === 'flow' && after !== undefined && checkShape(after as never, 'flow').length === 0,
  );
  if (flows.length === 0) return [];
  const people = await loadDirectory(ctx);
  const disabled = (login: string): string | undefined => {
    const id = people.login(login);
    const person = id === undefined ? undefined : people.person(id);
    if (person === undefined) return login;
    return person.isDisabled === true ? person.name : undefined;
  };
  return flows.flatMap(({ id, after }) => {
    const doc = after as unknown as FlowDoc;
    const object = ctx.registry.find(doc.object);
    const facts = {
      disabled,
      roleHasMembers: (role: string) =>
        people.role(role).users.some((id) => {
          const person = people.person(id);
          return person !== undefined && person.isDisabled !== true;
        }),
      autoPass: ctx.setting('flow.autoPass') === true,
      posts: object !== undefined && moduleOf(ctx, object)?.actions?.audit !== undefined,
    };
    const found = [...checkFlowPeople(doc, facts), ...wayProblems(ctx, doc, changes)];
    return found.map((person) => ({ ...person, document: id }));
  });
}

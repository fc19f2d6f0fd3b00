/** What only the organisation can say of a flow that is to be published: people who left, roles nobody has, automatic passing. */
import { checkFlowPeople } from '../../schemas/language/check/flow';
import { checkShape } from '../../schemas/language/check/shape';
import type { FlowDoc } from '../../schemas/language/flow/index';
import type { DesignProblem } from '../../schemas/language/wire-design';
import type { DocumentChange } from '../design/candidate';
import type { EngineCtx } from '../records/host';
import { moduleOf } from '../records/modules';
import { loadDirectory } from './directory';

/** Problems of the flows among the changes; those of wrong shape have theirs already. */
export async function flowProblems(
  ctx: EngineCtx,
  changes: readonly Pick<DocumentChange, 'id' | 'sort' | 'after'>[],
): Promise<readonly DesignProblem[]> {
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
    return checkFlowPeople(doc, facts).map((person) => ({ ...person, document: id }));
  });
}

/** Canonical text of expressions, templates and values behind `=`; with the place known, dictionary codes stand bare (§11.2 rule 6). */
import { type ExprPlace, SUMMARY_WORDS } from '../check/places';
import { bindExpr, printBound } from '../expr/check';
import { parseExpr } from '../expr/parse';
import { printExpr } from '../expr/print';
import { bindTemplate, parseTemplate, printTemplate } from '../expr/template';
import type { Shape, SortId } from '../sorts/table';

export type Reprint = (text: string, shape: Shape, address: string, sort: SortId, key: string) => string;

/** Re-prints by the places of the object; texts that do not parse stay as they are, the linter tells them. */
export function reprintBy(places: ReadonlyMap<string, ExprPlace>): Reprint {
  return (text, shape, address, sort, key) => {
    const place = places.get(address);
    switch (formOf(text, shape, sort, key)) {
      case 'expr':
        return expression(text, place);
      case 'value':
        return `=${expression(text.slice(1), place)}`;
      case 'template':
        return template(text, place);
      default:
        return text;
    }
  };
}

function formOf(text: string, shape: Shape, sort: SortId, key: string): 'expr' | 'value' | 'template' | undefined {
  if (shape === 'expr')
    return sort === 'push' && key === 'by' && (text === 'row' || text === 'all') ? undefined : 'expr';
  if (shape === 'value' && text.startsWith('=')) return 'value';
  // number rules have a small syntax of their own (§6.5)
  if (shape === 'template') return key === 'rule' ? undefined : 'template';
  if (key === 'summary') return SUMMARY_WORDS.has(text) ? undefined : 'expr';
  if (typeof shape !== 'object') return undefined;
  if ('ref' in shape && shape.ref === 'page' && text.startsWith('=')) return 'value';
  if (!('any' in shape)) return undefined;
  if (shape.any.includes('value')) return text.startsWith('=') ? 'value' : undefined;
  if (shape.any.includes('template') && key !== 'rule') return 'template';
  return sort === 'push' && key === 'by' && text !== 'row' && text !== 'all' ? 'expr' : undefined;
}

function expression(text: string, place: ExprPlace | undefined): string {
  if (place !== undefined) {
    const bound = bindExpr(text, place.env, place.want);
    if (!Array.isArray(bound)) return printBound(bound as Exclude<typeof bound, readonly unknown[]>);
  }
  const { ast } = parseExpr(text);
  return ast === undefined ? text : printExpr(ast);
}

function template(text: string, place: ExprPlace | undefined): string {
  if (!text.includes('{')) return text;
  if (place !== undefined) {
    const bound = bindTemplate(text, place.env);
    if (!Array.isArray(bound)) {
      const { parts } = bound as Exclude<typeof bound, readonly unknown[]>;
      return parts
        .map((part) =>
          'text' in part
            ? part.text
            : `{${printBound(part.bound)}${part.format === undefined ? '' : `:${part.format}`}}`,
        )
        .join('');
    }
  }
  const parsed = parseTemplate(text);
  return parsed.template === undefined ? text : printTemplate(parsed.template);
}

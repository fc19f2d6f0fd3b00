/** JSON text as a tree with positions. Tolerant: a text that is being typed has a tree as far as it goes. */
export interface JsonSpan {
  readonly from: number;
  /** behind the last character */
  readonly to: number;
}
export type JsonTree =
  | (JsonSpan & { readonly k: 'object'; readonly members: readonly JsonMember[] })
  | (JsonSpan & { readonly k: 'array'; readonly items: readonly JsonTree[] })
  | (JsonSpan & { readonly k: 'text'; readonly text: string })
  | (JsonSpan & { readonly k: 'word'; readonly text: string });
export interface JsonMember {
  readonly key: string;
  readonly at: JsonSpan;
  /** behind its value, or where one is awaited; nothing is before its colon */
  readonly to: number;
  readonly value?: JsonTree;
}

/** The tree of a text; undefined when there is nothing. Never throws. */
export function scanJson(text: string): JsonTree | undefined {
  return new Scanner(text).value();
}

class Scanner {
  private at = 0;
  private readonly text: string;
  constructor(text: string) {
    this.text = text;
  }

  value(): JsonTree | undefined {
    this.space();
    const char = this.text[this.at];
    if (char === undefined) return undefined;
    if (char === '{') return this.object();
    if (char === '[') return this.array();
    return char === '"' ? this.string() : this.word();
  }
  private object(): JsonTree {
    const from = this.at++;
    const members: JsonMember[] = [];
    for (;;) {
      this.space();
      const char = this.text[this.at];
      if (char === undefined || char === '}') break;
      if (char !== '"') {
        // a comma, or something half typed
        if (char === ']') break;
        this.at++;
        continue;
      }
      const name = this.string();
      this.space();
      const hasValue = this.text[this.at] === ':';
      if (hasValue) this.at++;
      this.space();
      const next = this.text[this.at];
      const value = hasValue && next !== ',' && next !== '}' ? this.value() : undefined;
      const to = value?.to ?? (hasValue ? this.at : name.to);
      members.push({
        key: name.text,
        at: { from: name.from, to: name.to },
        to,
        ...(value === undefined ? {} : { value }),
      });
    }
    if (this.text[this.at] === '}') this.at++;
    return { k: 'object', from, to: this.at, members };
  }
  private array(): JsonTree {
    const from = this.at++;
    const items: JsonTree[] = [];
    for (;;) {
      this.space();
      const char = this.text[this.at];
      if (char === undefined || char === ']' || char === '}') break;
      if (char === ',') {
        this.at++;
        continue;
      }
      const item = this.value();
      if (item === undefined) break;
      items.push(item);
    }
    if (this.text[this.at] === ']') this.at++;
    return { k: 'array', from, to: this.at, items };
  }
  private string(): JsonTree & { readonly k: 'text' } {
    const from = this.at++;
    while (this.at < this.text.length && this.text[this.at] !== '"' && this.text[this.at] !== '\n')
      this.at += this.text[this.at] === '\\' ? 2 : 1;
    if (this.text[this.at] === '"') this.at++;
    const raw = this.text.slice(from, this.at);
    return { k: 'text', from, to: this.at, text: unquoted(raw) };
  }
  private word(): JsonTree {
    const from = this.at;
    while (this.at < this.text.length && !/[\s,:{}[\]"]/.test(this.text[this.at] ?? '')) this.at++;
    if (this.at === from) this.at++;
    return { k: 'word', from, to: this.at, text: this.text.slice(from, this.at) };
  }
  private space(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++;
  }
}

function unquoted(raw: string): string {
  try {
    return String(JSON.parse(raw));
  } catch {
    return raw.replace(/^"|"$/g, '');
  }
}

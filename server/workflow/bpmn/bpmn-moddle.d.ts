/** What we use of bpmn-moddle, which ships without types for its entry. */
declare module 'bpmn-moddle' {
  export interface ModdleElement {
    readonly $type: string;
    get(name: string): unknown;
    set(name: string, value: unknown): void;
  }
  export class BpmnModdle {
    constructor(packages?: { readonly [prefix: string]: object });
    create(type: string, properties?: { readonly [name: string]: unknown }): ModdleElement;
    fromXML(xml: string): Promise<{
      readonly rootElement: ModdleElement;
      readonly warnings: readonly { readonly message: string }[];
    }>;
    toXML(element: ModdleElement, options?: { readonly format?: boolean }): Promise<{ readonly xml: string }>;
  }
}

/** The address of the designer: what is open stands in it, and what it comes to by itself is gone to. */
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { readPlace, useAddress, useFlowFace, type Whereabouts, writePlace } from '../../designer/workspace/use-address';
import { type Host, HostContext } from '../../runtime/page/index';

const START: Whereabouts = { app: undefined, document: undefined, face: 'edit' };
const ORDER: Whereabouts = { ...START, document: 'object:purchaseOrder' };

/** A page whose address is kept as its tab keeps it. */
const open = (query: string, first: Whereabouts) => {
  let params = new URLSearchParams(query);
  let at = first;
  const steps: [string, boolean | undefined][] = [];
  const setParams = vi.fn((next: URLSearchParams, options?: { readonly replace?: boolean }) => {
    params = next;
    steps.push([next.toString(), options?.replace]);
  });
  const go = vi.fn(async (to: Whereabouts) => {
    at = to;
  });
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <HostContext value={{ params, setParams } as unknown as Host}>{children}</HostContext>
  );
  const { rerender } = renderHook(() => useAddress(at, go), { wrapper });
  return {
    steps,
    go,
    move: (to: Partial<Whereabouts>) => {
      at = { ...at, ...to };
      rerender();
    },
    address: async (next: string) => {
      params = new URLSearchParams(next);
      await act(async () => rerender());
    },
  };
};

it('is read and written alike, with what else stands in it', () => {
  expect(readPlace(new URLSearchParams('document=object:a&face=list'))).toEqual({
    ...START,
    document: 'object:a',
    face: 'list',
  });
  expect(readPlace(new URLSearchParams('flow=poBig&face=nothing'))).toEqual({ ...START, document: 'flow:poBig' });
  expect(writePlace({ ...ORDER, face: 'rules' }, new URLSearchParams('keep=1&new=1&app=x')).toString()).toBe(
    'keep=1&document=object%3ApurchaseOrder&face=rules',
  );
});

it('follows what is opened: documents and apps are steps, sides of a document are none', () => {
  const page = open('', START);
  expect(page.steps).toEqual([]);
  page.move({ app: 'stock' });
  page.move({ document: 'object:purchaseOrder' });
  page.move({ face: 'list' });
  page.move({ document: undefined });
  expect(page.steps).toEqual([
    ['app=stock', false],
    ['document=object%3ApurchaseOrder', false],
    ['document=object%3ApurchaseOrder&face=list', true],
    ['app=stock', false],
  ]);
  expect(page.go).not.toHaveBeenCalled();
});

it('goes where the address came to by itself, and writes nothing over it meanwhile', async () => {
  const page = open('document=object:purchaseOrder', ORDER);
  await page.address('document=object:material&face=list');
  expect(page.go).toHaveBeenCalledExactlyOnceWith({ ...START, document: 'object:material', face: 'list' });
  expect(page.steps).toEqual([]);
  // back
  await page.address('document=object:purchaseOrder');
  expect(page.go).toHaveBeenLastCalledWith(ORDER);
  expect(page.steps).toEqual([]);
});

it('says where one still is when there is no way to where it came', async () => {
  const page = open('document=object:purchaseOrder', ORDER);
  page.go.mockImplementation(async () => undefined);
  await page.address('document=object:gone');
  expect(page.steps).toEqual([['document=object%3ApurchaseOrder', false]]);
});

it('holds the side of a flow, which no other document takes over', () => {
  let params = new URLSearchParams('document=flow:poNormal&side=settings');
  const setParams = vi.fn((next: URLSearchParams, _options?: { readonly replace?: boolean }) => {
    params = next;
  });
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <HostContext value={{ params, setParams } as unknown as Host}>{children}</HostContext>
  );
  const { result, rerender } = renderHook(() => useFlowFace(), { wrapper });
  expect(result.current[0]).toBe('settings');
  result.current[1]('bpmn');
  rerender();
  expect(result.current[0]).toBe('bpmn');
  expect(setParams.mock.lastCall?.[1]).toEqual({ replace: true });
  result.current[1]('tree');
  expect(params.toString()).toBe('document=flow%3ApoNormal');
  expect(writePlace(ORDER, new URLSearchParams('document=flow:poNormal&side=bpmn')).toString()).toBe(
    'document=object%3ApurchaseOrder',
  );
});

/**
 * Who is here and what he may do. Start-up (specification §4): the menus first; when they answer, routes and the url map stand, then
 * role and functions are loaded in parallel and the application counts as initialised.
 */
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { forgetDrafts } from '../../runtime/data/draft-store';
import { HttpError, http } from '../../runtime/data/http';
import { forgetPages, keptOffline, ownPages } from '../../runtime/data/offline-pages';
import { offlineQueue } from '../../runtime/data/offline-queue';
import { setDensity } from '../../runtime/page/density';
import type { HostSession } from '../../runtime/page/host';
import type { Me } from '../../schemas/language/env';
import { commonKey } from '../../schemas/language/settings';
import type { Value } from '../../schemas/language/value';
import type { OwnLook } from '../../schemas/language/wire';
import { clockSkew, measured } from './clock';
import {
  type MenuAnswer,
  type MenuNode,
  menuMapOf,
  menuTree,
  plainPath,
  type Route,
  routesOf,
  viewUrlsOf,
} from './menus';
import { admitOwner } from './owner';
import { type Auth, hasRight, isSuper } from './permissions';
import { clearSession, readValue, TERMINAL, writeValue } from './storage';

/** pages everybody has, without a menu */
const OWN: readonly Route[] = [
  { path: '/home', page: 'home', title: '首页', menuId: '', trail: [] },
  { path: '/personal/infoMange', page: 'personal', title: '个人信息', menuId: '', trail: ['个人中心'] },
  { path: '/personal/changePwd', page: 'changePwd', title: '修改密码', menuId: '', trail: ['个人中心'] },
];

interface GlobalSetting {
  readonly listDataShowNum?: number;
  /** the user as expressions see him, and the settings they may read */
  readonly me?: Partial<Me> & { readonly loginName?: string };
  readonly sys?: Readonly<Record<string, Value>>;
  readonly serverTime?: number;
}
/** its answer corrects the clock; one kept from earlier says nothing about it */
const askSetting = (): Promise<GlobalSetting> =>
  measured(() => http.get<GlobalSetting>('/basedata/globalSetting/getOne', { quiet: true }));

interface FunctionList {
  readonly menuId: string;
  readonly functionList: readonly { readonly functionId: string }[];
}

/** the tasks of a terminal */
const TASKS = '/productionaction/prdstart?floor=1';

export class SessionStore {
  menus: readonly MenuNode[] = [];
  routes: ReadonlyMap<string, Route> = new Map();
  viewUrls: ReadonlyMap<string, string> = new Map();
  auth: Auth = { roleId: '', resources: new Map(), menuMap: new Map() };
  setting: GlobalSetting = {};
  /** how the user wants to be called and to see pages; null until it was asked */
  look: OwnLook | null = null;
  /** `password`: nothing works before the password is changed */
  state: 'starting' | 'ready' | 'failed' | 'password' = 'starting';

  constructor() {
    makeAutoObservable(
      this,
      {
        menus: observableRef,
        routes: observableRef,
        viewUrls: observableRef,
        auth: observableRef,
        setting: observableRef,
        look: observableRef,
      },
      { autoBind: true },
    );
  }

  async start(): Promise<void> {
    this.state = 'starting';
    try {
      await ownPages(`${readValue<string>('org') ?? ''}/${readValue<{ id?: string }>('user')?.id ?? ''}`);
      const menus = await this.loadMenus();
      const [role, functions, setting] = await Promise.all([
        keptOffline('role', () => http.get<{ readonly roleId: string }>('/sys/role/getRoleId')),
        keptOffline('functions', () => http.get<readonly FunctionList[]>('/sys/function/getUserFunctionList')),
        keptOffline('setting', askSetting).catch(() => null),
        this.loadOwn(),
      ]);
      const resources = new Map(
        functions.map((list) => [list.menuId, new Set(list.functionList.map((item) => item.functionId))]),
      );
      writeValue('systemSetting', { listDataShowNum: setting?.listDataShowNum });
      runInAction(() => {
        this.auth = { roleId: role.roleId, resources, menuMap: menuMapOf(menus) };
        this.setting = setting ?? {};
        admitOwner(this.me.org, this.me.id);
        this.state = 'ready';
        // what this user left on the device without network goes on
        void offlineQueue.start(`${this.me.org}/${this.me.id}`);
      });
    } catch (cause) {
      const rule =
        cause instanceof HttpError ? (cause.data as { readonly rule?: string } | undefined)?.rule : undefined;
      runInAction(() => {
        this.state = rule === 'needUpdatePwd' ? 'password' : 'failed';
      });
    }
  }

  /** Menus, pages and settings as they are now: a publish or a save of settings made others. What fails leaves those that are there. */
  async refresh(): Promise<void> {
    await this.loadMenus()
      .then(async (menus) => {
        const [functions, setting] = await Promise.all([
          http.get<readonly FunctionList[]>('/sys/function/getUserFunctionList', { quiet: true }),
          askSetting(),
        ]);
        const resources = new Map(
          functions.map((list) => [list.menuId, new Set(list.functionList.map((item) => item.functionId))]),
        );
        runInAction(() => {
          this.auth = { ...this.auth, resources, menuMap: menuMapOf(menus) };
          this.setting = setting;
        });
      })
      .catch(() => undefined);
  }
  /** The look as it is stored; without an answer the one before holds. */
  async loadOwn(): Promise<void> {
    const look = await keptOffline('own', () => http.get<OwnLook>('/sys/user/own', { quiet: true })).catch(() => null);
    if (look === null) return;
    setDensity(look.tableSize);
    runInAction(() => {
      this.look = look;
    });
  }
  private async loadMenus(): Promise<MenuAnswer> {
    const menus = await keptOffline('menus', () =>
      http.get<MenuAnswer>('/application/apps/getUserMenuList', { quiet: true }),
    );
    runInAction(() => {
      this.menus = menuTree(menus);
      this.viewUrls = viewUrlsOf(menus);
      this.routes = new Map([...routesOf(menus), ...OWN.map((route) => [route.path, route] as const)]);
    });
    return menus;
  }

  get orgName(): string {
    return readValue<{ orgName?: string }>('user')?.orgName ?? '';
  }

  /** what a sign-in opens: on a terminal of the floor its tasks, else the page of the user's choice, while he has it */
  get homeUrl(): string {
    const wanted = [readValue(TERMINAL) === null ? undefined : TASKS, this.look?.homeUrl];
    return wanted.find((url) => url && this.routes.has(plainPath(url))) ?? '/home';
  }

  get nickName(): string {
    return this.look?.nickName ?? readValue<string>('nickName') ?? this.setting.me?.name ?? '';
  }

  /** what pages may know of it */
  get host(): HostSession {
    return {
      me: this.me,
      can: this.can,
      sys: this.sys,
      station: readValue<{ readonly name?: string }>(TERMINAL)?.name,
      listDataShowNum: this.setting.listDataShowNum,
      now: this.now,
    };
  }
  /** what he signed in with; not known without network */
  get loginName(): string | undefined {
    return this.setting.me?.loginName;
  }
  get me(): Me {
    const given = this.setting.me ?? {};
    return {
      id: given.id ?? readValue<{ id?: string }>('user')?.id ?? '',
      name: given.name ?? this.nickName,
      employee: given.employee ?? null,
      dept: given.dept ?? null,
      depts: given.depts ?? [],
      team: given.team ?? null,
      roles: given.roles ?? this.auth.roleId.split(',').filter((role) => role !== '' && role !== '*'),
      org: given.org ?? readValue<string>('org') ?? '',
      super: isSuper(this.auth),
    };
  }

  can(right: string): boolean {
    return hasRight(this.auth, right);
  }

  sys(key: string): Value | undefined {
    return this.setting.sys?.[key] ?? this.setting.sys?.[commonKey(key)];
  }

  now(): number {
    return Date.now() + clockSkew();
  }

  route(path: string): Route | undefined {
    return this.routes.get(path);
  }
  /** Address of a page by its code, undefined when the user has none. */
  urlOf(page: string): string | undefined {
    for (const route of this.routes.values()) if (route.page === page) return route.path;
    return this.viewUrls.get(page);
  }
  /** Address of a record of a list: its detail, else where it is edited. */
  recordUrl(page: string, id: string): string | undefined {
    const url = this.urlOf(`${page}#detail`) ?? this.urlOf(`${page}#edit`);
    return url && `${url}${url.includes('?') ? '&' : '?'}id=${id}`;
  }

  /** Nobody is there any more: what was being written stays for its author. */
  async leave(): Promise<void> {
    await http.post('/sys/signOut', {}, { quiet: true }).catch(() => undefined);
    clearSession();
  }

  async signOut(): Promise<void> {
    const owner = { org: this.me.org, user: this.me.id };
    await forgetDrafts(owner).catch(() => undefined);
    await forgetPages();
    await http.post('/sys/signOut', {}, { quiet: true }).catch(() => undefined);
    clearSession();
  }
}

/** Objects, blocks, views, actions, import, access. */

import { TONE_WORDS } from './common';
import { base, data, type KeyTexts, rules, type SortTexts, show } from './text';

const OBJECT: KeyTexts = {
  label: data('标识字段', '别处引用时显示什么；第一个也是导入用的业务键'),
  state: data('状态字段', '只由动作改变的字典字段'),
  tree: data('上级字段', '填了就是树'),
  single: data('只有一条', '全企业一条，或每人一条', {
    words: { true: '全企业一条', false: '多条', user: '每人一条' },
  }),
  settings: data('参数组', '页面就是这些参数'),
  readonly: data('无人填写', '全部字段只读，由系统写入；个别字段可以单独放开'),
  storage: data('存储', '数据放在哪里', {
    words: { table: '自动建表', migration: '手工建表', platform: '平台表', none: '不存储' },
  }),
  fields: data('字段'),
  unique: rules('唯一约束', '几个字段合起来不能重复'),
  index: data('索引', '让常用的查询更快'),
};

export const OBJECT_SORTS: SortTexts = {
  object: {
    ...OBJECT,
    object: base('编码', '字母开头的驼峰英文，建好后不能改'),
    route: base('列表地址'),
    import: data('导入模板'),
    examples: rules('示例', '发布前自动跑一遍的例子'),
  },
  block: OBJECT,
  view: {
    where: rules('范围', '这张页面只看这些记录'),
    with: data('固定值', '新建时固定填入的值'),
    page: data('代替的页面', '用这个标题显示另一张页面'),
    rows: data('按明细列出', '每行是一条明细'),
    grant: rules('打开权限'),
  },
  floor: {
    scan: data('扫码顺序', '依次等着扫的字段'),
    big: show('大键盘', '用大数字键盘录入的字段'),
    tiles: show('点选填行', '点一下就加一行'),
    keys: show('快捷键'),
    hide: show('不显示'),
    offline: rules('可离线', '断网时先记下，联网后补传'),
    chain: rules('按谁排队', '值相同的补传要按先后'),
    discard: rules('丢弃权限', '有这个操作权限的人才能丢弃被拒绝的内容；不填则能保存的人都可以'),
  },
  unique: {
    fields: data('字段', '合起来不能重复'),
    when: rules('条件', '只在成立时检查'),
    during: rules('起止日期', '两个日期字段；只有日期重叠的记录才算重复'),
  },
  import: {
    title: base('模板名称'),
    key: data('对应字段', '按它找到已有的记录'),
    mode: data('方式', undefined, { words: { add: '只新增', update: '只更新', upsert: '有则更新' } }),
    columns: data('列'),
    group: data('归单列', '这一列相同的行并成一张单据'),
  },
  importColumn: { field: data('字段'), title: base('表头') },
  access: {
    dept: data('部门字段', '记录属于哪个部门'),
    owner: data('归属人字段', '记录是谁的'),
    rows: rules('数据范围', '可以授给角色的范围'),
    grants: rules('权限组放行', '成立时不用授权也能看'),
  },
  scope: {
    where: rules('能看哪些'),
    always: rules('总是生效', '不用授权就限制', { words: { true: '限制除全部外', all: '限制所有人' } }),
  },
  action: {
    title: base('标题', '按钮上的字，用动词'),
    at: base('放在', undefined, {
      words: { row: '行', bulk: '批量', toolbar: '工具栏', detail: '详情', edit: '编辑页', tree: '树' },
    }),
    from: data('从', '哪些状态可以做；不填为任何状态'),
    to: data('到', '做完后的状态；不填不改状态'),
    when: rules('条件', '不成立时没有这个按钮'),
    in: data('作用于明细', '对明细的行做，而不是整张单据'),
    grant: rules('权限', '不填就是这个动作自己的权限'),
    ask: data('询问', '做之前要填的内容'),
    prepare: data('预填服务', '打开时建议的内容'),
    checks: rules('检查', '填完以后不满足就拒绝'),
    set: data('赋值', '做的时候写入的字段'),
    push: data('下推', '生成别的单据'),
    open: data('打开', '打开别的页面'),
    print: data('打印', '打开打印预览'),
    auto: rules('自动', '条件成立时自己执行，没有按钮'),
    grid: show('逐行填写', '选中的行各填一份'),
    each: rules('逐条处理', '一条失败不影响其余'),
    draft: rules('只改草稿', '在没保存的单据上做'),
    preview: rules('可试算', '先看结果，不写入'),
    once: rules('结果只看一次', '重复请求不再给出内容'),
    shows: show('显示结果'),
    tone: show('语气', undefined, { words: TONE_WORDS }),
    key: show('快捷键', '现场模式下的快捷键'),
  },
  push: {
    to: data('目标单据'),
    how: data('方式', undefined, { words: { push: '下推', pull: '选单', both: '下推和选单', auto: '自动' } }),
    after: rules('在哪个动作之后', '自动下推的时机'),
    rows: data('来源明细'),
    lines: data('来源服务', '由服务给出可以下推的行'),
    where: rules('哪些行', '还能下推的行'),
    limit: data('不超过', '每行最多多少'),
    qty: data('数量字段', '目标里的数量'),
    used: data('已推数量', '来源里记下的累计'),
    by: data('按什么合单', '值相同的行并成一张'),
    into: data('目标明细'),
    head: data('表头对应', '目标字段取什么值'),
    map: data('明细对应', '目标明细的字段取什么值'),
    // biome-ignore lint/suspicious/noThenProperty: a key of the language (§7.4); the table is never awaited
    then: data('之后', undefined, { words: { edit: '打开编辑', save: '直接保存', audit: '保存并审核' } }),
    stamp: rules('回写来源单号'),
  },
  open: {
    screen: data('界面', '由系统提供的界面'),
    as: show('打开方式', undefined, { words: { page: '页面', dialog: '弹窗', drawer: '抽屉', tab: '新页签' } }),
  },
  shows: { columns: data('列'), as: show('显示为'), title: base('标题') },
};

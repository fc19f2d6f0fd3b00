/**
 * The one table of built-in problem sentences (language reference §6.4, §11.3, §3, §6.1). Placeholders stand in braces; sentences
 * of the domain (「…」 of a block or an object) stand in the documents, not here.
 */

export const TEXTS = {
  // documents: keys and codes
  'key.unknown': '未知的键：{k}',
  'key.missing': '缺少{k}',
  'value.type': '{k}应为{t}',
  'value.range': '{k}超出范围',
  'canon.default': '默认值不必写：{k}',
  'canon.order': '键的顺序不规范',
  'code.form': '编码须为字母开头的驼峰英文',
  'code.taken': '编码重复：{c}',
  'code.reserved': '保留字不可用：{c}',
  'code.prefix': '自建编码须以x加大写字母开头',
  // documents: references
  'ref.object': '引用了不存在的对象：{c}',
  'ref.field': '引用了不存在的字段：{c}',
  'ref.dict': '引用了不存在的字典：{c}',
  'ref.page': '引用了不存在的页面：{c}',
  'ref.menu': '引用了不存在的菜单：{c}',
  'ref.print': '引用了不存在的打印模板：{c}',
  'ref.service': '引用了不存在的服务：{c}',
  'ref.block': '引用了不存在的区块：{c}',
  'ref.screen': '引用了不存在的页面组件：{c}',
  'ref.function': '引用了不存在的函数：{c}',
  'ref.right': '引用了不存在的权限：{c}',
  'ref.part': '引用了不存在的分组：{c}',
  'ref.action': '引用了不存在的动作：{c}',
  'ref.settings': '引用了不存在的参数组：{c}',
  'dict.code': '字典没有该值：{v}',
  'dict.dup': '字典值重复：{v}',
  'state.dict': '状态字段须有字典',
  // documents: expressions
  'expr.syntax': '表达式错误：{text}（第{pos}个字符）',
  'expr.type': '类型不匹配：{a}不能与{b}{op}',
  'expr.name': '字段不存在 {f}',
  'expr.limit': '表达式过长',
  'expr.scope': '此处不能使用{scope}',
  'expr.sql': '条件无法转换为查询：{fn}',
  'formula.cycle': '公式循环引用：{path}',
  'formula.write': '公式字段不能被赋值：{f}',
  'on.cycle': '联动循环：{path}',
  'block.cycle': '区块循环引用：{path}',
  'block.conflict': '区块「{a}」与「{b}」的{k}不一致',
  'block.clash': '区块的{c}与自建编码重复，已略去',
  'state.write': '状态只能由动作改变：{f}',
  'grant.leak': '表达式使用了受限字段{f}，结果字段缺少同样的权限组',
  'grant.scope': '发布人没有「{o}」的全部查看权限',
  'rule.conflict': '互相矛盾的规则：{a} / {b}',
  'rule.never': '条件永远为假',
  'check.say': '提示文字不能为空',
  // documents: fields, lists, actions
  'field.unplaced': '必填字段未放入编辑页：{f}',
  'field.unused': '字段未被使用',
  'field.hidden': '字段对所有角色都不可见',
  'kind.key': '类型{kind}没有属性{k}',
  'kind.nest': '明细中不能再有明细',
  'kind.many': '{kind}不能多值',
  'kind.type': '类型{kind}不能存{t}',
  'list.default': '默认方案只能有一个',
  'list.sum': '汇总列必须是数值',
  'list.label': '缺少标识字段',
  'list.search': '长文本查询没有索引',
  'title.long': '标题超过列宽',
  'action.empty': '动作没有任何效果',
  'action.unknown': '程序动作未声明：{c}',
  'action.from': '动作会改变状态但没有起始状态',
  'action.verb': '内置动作{c}不能改写效果',
  'push.field': '下推目标字段不存在：{field}',
  'push.type': '映射字段「{f}」类型不一致',
  'push.limit': '缺少数量来源',
  'import.field': '导入模板引用了不存在的字段',
  'menu.route': '地址重复：{r}',
  'route.taken': '地址已被「{t}」使用',
  'route.missing': '规格地址没有页面：{r}',
  'data.field': '数据行引用了不存在的字段：{f}',
  'data.ref': '数据行引用了不存在的记录：{v}',
  'example.fail': '示例{n}未通过：期望{a}，实际{b}',
  'file.brace': '文件中不能出现双花括号',
  'file.url': '文件中不能出现网址',
  'file.code': '文件中不能出现函数文本',
  // values of fields (§3, in the order of validation)
  'field.shape': '{field}格式不正确',
  'field.option': '{field}没有该选项：{v}',
  'field.required': '请填写{field}',
  'field.rows': '{field}至少填写一行',
  'field.rowsMin': '{field}至少填写{min}行',
  'field.rowsMax': '{field}最多{max}行',
  'field.long': '{field}不能超过{max}个字',
  'field.short': '{field}至少{min}个字',
  'field.min': '{field}不能小于{min}',
  'field.max': '{field}不能大于{max}',
  'field.early': '{field}不能早于{min}',
  'field.late': '{field}不能晚于{max}',
  'field.few': '{field}至少选择{min}项',
  'field.many': '{field}最多{max}项',
  'field.order': '{field}的结束不能早于开始',
  'field.shortSpan': '{field}不能少于{min}小时',
  'field.longSpan': '{field}不能超过{max}小时',
  'field.file': '{field}的文件格式不正确',
  'field.fileSize': '{field}的文件不能超过{size}MB',
  'field.digits': '数值超出范围',
  'field.scale': '{field}最多{n}位小数',
  'field.unit': '单位「{unit}」最多{n}位小数',
  'field.pattern': '{field}格式不正确',
  'field.creditCode': '统一社会信用代码校验不通过',
  'field.idCard': '身份证号码校验不通过',
  'field.ref': '{field}引用的数据不存在',
  'field.disabled': '「{name}」已停用，请重新选择',
  'field.scope': '{field}的数据不在可选范围内',
  'field.unique': '{field}「{value}」已存在',
  'field.locked': '「{field}」当前不可修改',
  'field.gone': '字段「{field}」已不存在或类型已改变',
  'row.locked': '已生成子订单，不可删除！',
  'rows.shape': '{field}的数据格式不正确',
  'ext.unknown': '未知的扩展字段：{k}',
  // records and actions
  'record.stale': '数据已被他人修改，请刷新后重试',
  'record.state': '当前状态不能{title}',
  'record.used': '「{name}」已被引用，不可删除，可改为停用',
  'record.usedField': '「{name}」已有业务数据，不能修改「{field}」',
  'record.self': '不能审核本人提交的单据',
  'record.warn': '是否继续？',
  'code.exists': '编码「{code}」已存在，请更换',
  'code.norule': '请填写{field}',
  'push.open': '「{nbr}」第{n}行可下推数量{open}，本次{q}',
} as const;

export type TextCode = keyof typeof TEXTS;
export type Terms = { readonly [name: string]: string | number };

/**
 * The sentence of a built-in problem with its placeholders filled; a placeholder without a term stays as it stands.
 * Total: an unknown code answers the code itself.
 */
export function text(code: TextCode, terms: Terms = {}): string {
  return fillText(TEXTS[code] ?? code, terms);
}

/** Fills `{name}` by plain terms; other braces stay. */
export function fillText(sentence: string, terms: Terms): string {
  return sentence.replace(/\{(\w+)\}/g, (all, name: string) =>
    Object.hasOwn(terms, name) ? String(terms[name]) : all,
  );
}

/**
 * Formily under our rules: its form core only. Its messages are Chinese, and a schema text is never compiled: nothing here makes one,
 * and if anything ever did, it must fail at once and not under the content security policy of a customer.
 */
import { setValidateLanguage } from '@formily/core';
import { Schema } from '@formily/json-schema';

setValidateLanguage('zh-CN');
Schema.registerCompiler(() => {
  throw new Error('no Formily schema is ever compiled');
});

import type { Plugin } from 'vite'

/** Where zod attaches to each kind of schema how it is written as JSON Schema. */
const SCHEMAS = /zod\/v4\/classic\/schemas\.js$/
const PROCESSORS =
  /inst\._zod\.processJSONSchema = \(ctx, json, params\) => processors\.\w+\(inst, ctx, json, params\);/g
const METHODS =
  /createStandardJSONSchemaMethod\(this, "(?:in|out)put"\)|createToJSONSchemaMethod\(this, \{\}\)/g

/** Leaves out zod's writer of JSON Schema, which only the collector needs: nothing refers to it then. */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    transform(code, id) {
      if (!SCHEMAS.test(id)) return undefined
      const smaller = code.replaceAll(PROCESSORS, '').replaceAll(METHODS, 'undefined')
      // Another version of zod may be written otherwise.
      if (/processJSONSchema|(?<!import .*)create\w*JSONSchemaMethod\(/.test(smaller))
        throw new Error('zod attaches its writer of JSON Schema in another way: change this plugin')
      return { code: smaller, map: null }
    },
  }
}

import { jsonValue } from '@half-measure/shared/testing/arbitrary-json.ts'
import fc from 'fast-check'
import { z } from 'zod'
import { HOUR_MS } from '@half-measure/shared/durations.ts'

/** JSON Schema, as far as the schemas and the description of the API use it; other words are ignored. */
const JsonSchema = z.object({
  type: z.enum(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']).optional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  get anyOf() {
    return z.array(JsonSchema).optional()
  },
  get oneOf() {
    return z.array(JsonSchema).optional()
  },
  get properties() {
    return z.record(z.string(), JsonSchema).optional()
  },
  get items() {
    return JsonSchema.optional()
  },
  required: z.array(z.string()).default([]),
  minItems: z.int().default(0),
  maxItems: z.int().default(5),
  minLength: z.int().default(0),
  maxLength: z.int().default(100),
  format: z.string().optional(),
  pattern: z.string().optional(),
  minimum: z.number().default(-1_000),
  maximum: z.number().default(1_000_000),
})
type JsonSchema = z.output<typeof JsonSchema>

/** Two of these make a range that a dashboard would request. */
const recentInstant = fc
  .integer({ min: -90 * 24, max: 1 })
  .map((hours) => new Date(Math.floor(Date.now() / HOUR_MS + hours) * HOUR_MS).toISOString())

/** Fields that are trimmed before they are checked: their schemas say nothing of the form. */
const BY_NAME: Readonly<Record<string, fc.Arbitrary<string>>> = {
  email: fc.nat(50).map((reader) => `reader${reader}@example.com`),
}

/**
 * Values that fulfil a schema.
 *
 * @param corrupted with any value at all in a few places, at every depth.
 * @throws {z.ZodError} for a type that JSON does not have.
 */
export function valueOf(schema: unknown, corrupted: boolean): fc.Arbitrary<unknown> {
  return build(JsonSchema.parse(schema))

  function build(part: JsonSchema, name = ''): fc.Arbitrary<unknown> {
    const known = 'default' in part ? fc.oneof(fc.constant(part.default), soundValue(part)) : soundValue(part)
    const sound = BY_NAME[name] ?? known
    return corrupted ? fc.oneof({ weight: 9, arbitrary: sound }, { weight: 1, arbitrary: jsonValue }) : sound
  }

  function soundValue(part: JsonSchema): fc.Arbitrary<unknown> {
    const alternatives = part.anyOf ?? part.oneOf
    if (alternatives) return fc.oneof(...alternatives.map((alternative) => build(alternative)))
    if ('const' in part) return fc.constant(part.const)
    if (part.enum) return fc.constantFrom(...part.enum)
    switch (part.type) {
      case 'object': {
        const fields = Object.entries(part.properties ?? {})
        return fc.record<Record<string, unknown>>(
          Object.fromEntries(fields.map(([name, field]) => [name, build(field, name)])),
          { requiredKeys: part.required },
        )
      }
      case 'array':
        return fc.array(part.items ? build(part.items) : jsonValue, {
          minLength: part.minItems,
          maxLength: Math.max(part.minItems, Math.min(part.maxItems, 5)),
        })
      case 'string':
        return text(part)
      case 'integer':
        return fc.integer({ min: part.minimum, max: Math.min(part.maximum, 2 ** 31 - 1) })
      case 'number':
        return fc.double({ min: part.minimum, max: part.maximum, noNaN: true })
      case 'boolean':
        return fc.boolean()
      case 'null':
        return fc.constant(null)
      case undefined:
        return jsonValue
    }
  }
}

function text({ format, pattern, minLength, maxLength }: JsonSchema): fc.Arbitrary<string> {
  const matching = pattern === undefined ? undefined : fc.stringMatching(new RegExp(pattern))
  if (format === 'date-time') return matching ? fc.oneof(recentInstant, matching) : recentInstant
  return matching ?? fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 300) })
}

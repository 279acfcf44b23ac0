import { ApiErrorBody } from '@half-measure/shared/api-error.ts'
import { WHO_IS_COUNTED } from '@half-measure/shared/stats/definitions.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { ENDPOINTS } from './endpoints.ts'
import { definitionsOf } from './figure-definitions.ts'

const REFUSALS = {
  400: 'A parameter is invalid, unknown or repeated (`details` names it), or the range is too short or not in whole hours.',
  401: 'The token is unknown, has expired, or was revoked.',
  403: 'The token lacks a scope (`scope_missing`), or the request is not for API tokens (`not_for_api_tokens`).',
  404: 'Not found.',
  422: 'The query exceeds a limit; choose a shorter range.',
  429: 'Too many queries; `Retry-After` says when.',
  503: 'Too busy, or the database is unavailable; `Retry-After` says when.',
} as const

/** The OpenAPI 3.1 document of the statistics API. @param origin of the dashboard, which serves the API. */
export function openApi(origin: string): Record<string, unknown> {
  return {
    openapi: '3.1.1',
    info: {
      title: `Statistics of ${publication.name}`,
      version: '1',
      description: `${WHO_IS_COUNTED} Create a token in the dashboard under Settings, Sharing & API, and send it as a bearer token.`,
    },
    servers: [{ url: origin }],
    security: [{ token: [] }],
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'hm_…' } },
      schemas: { Error: jsonSchemaOf(ApiErrorBody) },
    },
    paths: Object.fromEntries(
      ENDPOINTS.map((endpoint) => [`/api/stats/${endpoint.path}`, { get: operationOf(endpoint) }]),
    ),
  }
}

function operationOf(endpoint: Endpoint) {
  const { path, summary, parameters, scopes, result } = endpoint
  const definitions = definitionsOf(path)
  return {
    operationId: path.replaceAll(
      /[^a-z]+([a-z])?/g,
      (_, letter: string | undefined) => letter?.toUpperCase() ?? '',
    ),
    summary,
    description: [...(definitions === undefined ? [] : [definitions, '']), needsOf(endpoint)].join('\n'),
    security: [{ token: scopes }],
    parameters,
    responses: {
      200: {
        description: 'The result.',
        content:
          result === 'csv'
            ? { 'text/csv': { schema: { type: 'string' } } }
            : { 'application/json': { schema: jsonSchemaOf(result) } },
      },
      ...Object.fromEntries(
        Object.entries(REFUSALS)
          .filter(([status]) => status !== '404' || path.includes('{'))
          .map(([status, description]) => [
            status,
            {
              description,
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
            },
          ]),
      ),
    },
  }
}

/** What a token and a range need, in a sentence; `admitViewer` checks it. */
function needsOf({ scopes, shortestRange, parameters }: Endpoint): string {
  const takes = (name: string) => parameters.some((parameter) => parameter.name === name)
  const needs = [
    `Needs the scope${scopes.length > 1 ? 's' : ''} ${scopes.map((scope) => `\`${scope}\``).join(' and ')}`,
    ...(takes('metrics') ? ['`revenue` for the metric `revenue`'] : []),
    ...(takes('goal') ? ['`revenue` for the goal `value`'] : []),
    ...(shortestRange === undefined ? [] : ['a range of at least 24 hours']),
  ]
  return `${needs.join(', and ')}.`
}

/** Drops `$schema`: in OpenAPI the whole document declares one dialect. */
function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'output',
    override({ jsonSchema }) {
      // Zod's own name for a prefix, which no validator knows; the pattern beside it says the same.
      if (jsonSchema.format === 'starts_with') delete jsonSchema.format
    },
  })
  return rest
}

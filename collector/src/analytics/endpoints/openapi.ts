import { ApiErrorBody } from '@half-measure/shared/api-error.ts'
import { WHO_IS_COUNTED } from '@half-measure/shared/stats/definitions.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { z } from 'zod'
import { type Endpoint, ENDPOINTS } from './endpoints.ts'
import { definitionsOf } from './figure-definitions.ts'

const REFUSALS = {
  400: 'The query cannot be read; `details` says where.',
  401: 'The token is unknown, has expired, or was revoked.',
  403: 'Not for API tokens.',
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

function operationOf({ path, summary, parameters, result }: Endpoint) {
  const description = definitionsOf(path)
  return {
    operationId: path.replaceAll(
      /[^a-z]+([a-z])?/g,
      (_, letter: string | undefined) => letter?.toUpperCase() ?? '',
    ),
    summary,
    ...(description !== undefined && { description }),
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

/** Drops `$schema`: in OpenAPI the whole document declares one dialect. */
function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'output' })
  return rest
}

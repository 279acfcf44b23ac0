import { z } from 'zod'

/** For calls that send nothing, and for responses that carry nothing. */
const Nothing = z.unknown().transform(() => undefined)
const NoBody = z.undefined()

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** An endpoint of the API: how it is called and the shape of its response. */
export interface Route<
  Path extends string = string,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  readonly method: Method
  /** `:id` is a parameter. */
  readonly path: Path
  /** Sent as JSON. */
  readonly body: Body
  readonly response: Response
}

/** Without a response schema, whatever comes back is ignored; without a body nothing is sent. */
export function route<
  const Path extends string,
  Response extends z.ZodType = typeof Nothing,
  Body extends z.ZodType = typeof NoBody,
>(
  method: Method,
  path: Path,
  response = Nothing as unknown as Response,
  body = NoBody as unknown as Body,
): Route<Path, Body, Response> {
  return { method, path, body, response }
}

type ParameterName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterName<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

export type CallInput<R extends Route> = {
  readonly query?: URLSearchParams | Readonly<Record<string, string>>
} & (ParameterName<R['path']> extends never
  ? { readonly params?: undefined }
  : { readonly params: Readonly<Record<ParameterName<R['path']>, string>> }) &
  (undefined extends z.input<R['body']>
    ? { readonly body?: z.input<R['body']> }
    : { readonly body: z.input<R['body']> })

export type ResponseOf<R extends Route> = z.output<R['response']>

export function urlOf<R extends Route>({ path }: R, { params, query }: Partial<CallInput<R>> = {}): string {
  const values: Readonly<Record<string, string>> = params ?? {}
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  return search === '' ? filled : `${filled}?${search}`
}

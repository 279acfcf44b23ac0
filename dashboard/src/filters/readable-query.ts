/** A query that people can read and edit: `f=is,page,/x` where a form would write `f=is%2Cpage%2C%2Fx`. */
export function readableQuery(params: URLSearchParams): string {
  return params.toString().replaceAll(/%2C|%2F|%3A/g, decodeURIComponent)
}

/** Which column a table is ordered by. In the address: `views` or `-views` for the highest first. */
export interface Sort {
  by: string
  descending: boolean
}

/** What the address says, or `usual` where it says nothing or names no column. */
export function readSort(params: URLSearchParams, columns: readonly string[], usual: Sort): Sort {
  const text = params.get('sort') ?? ''
  const by = text.replace(/^-/, '')
  return columns.includes(by) ? { by, descending: text.startsWith('-') } : usual
}

/** Null for the usual order, which the address leaves out. */
export function writeSort({ by, descending }: Sort, usual: Sort): string | null {
  return by === usual.by && descending === usual.descending ? null : `${descending ? '-' : ''}${by}`
}

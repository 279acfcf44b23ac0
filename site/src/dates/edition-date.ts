declare const __EDITION_DATE__: string

/** The day that dates are counted from, `YYYY-MM-DD`: written in by the build. */
export const EDITION_DATE = __EDITION_DATE__

declare const __EDITION_DATE__: string
declare const __BUILD_DAY__: string

/** The day that publication dates are counted from, `YYYY-MM-DD`: written in by the build. */
export const EDITION_DATE = __EDITION_DATE__

/** The day that pages take for today, `YYYY-MM-DD`: that of the build. */
export const BUILD_DAY = __BUILD_DAY__

/** Percent of an article's text; the tracker reports these. */
export const DEPTHS = [25, 50, 75, 100] as const

/** What days that are over leave behind; partitions are months. */
export const CLOSED_TABLES = ['closed_days', 'closed_sums', 'closed_visits_1h', 'late_arrivals'] as const

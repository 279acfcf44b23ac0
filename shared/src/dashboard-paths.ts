/** Pages of the dashboard that emails link to. */
export const dashboardPaths = {
  explore: '/admin/explore',
  messages: '/admin/messages',
  reports: '/admin/reports',
  links: '/admin/links',
  dataQuality: '/admin/data-quality',
} as const

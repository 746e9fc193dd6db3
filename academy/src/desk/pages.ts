/** The pages of the desk: path, name, and the permission that opens them. */
export const deskPages = [
  [
    ['/desk', 'desk.overview', 'money:read'],
    ['/desk/users', 'users', 'users:read'],
    ['/desk/enrollments', 'enrollments', 'enrollments:read'],
    ['/desk/bulk', 'bulk', 'enrollments:read'],
    ['/desk/cohorts', 'cohorts', 'enrollments:read'],
    ['/desk/invitations', 'invitations', 'enrollments:read'],
  ],
  [
    ['/desk/reports', 'reports', 'reports:read'],
    ['/desk/gradebook', 'gradebook', 'courses:own'],
    ['/desk/certificates', 'field.certificates', 'certificates:read'],
  ],
  [
    ['/desk/transactions', 'transactions', 'money:read'],
    ['/desk/sales', 'sales', 'money:read'],
    ['/desk/coupons', 'coupons', 'money:read'],
  ],
  [
    ['/desk/settings', 'schoolSettings', 'settings:write'],
    ['/desk/settings/front', 'frontSettings', 'settings:write'],
    ['/desk/settings/certificate', 'certificateLook', 'settings:write'],
    ['/desk/settings/receipts', 'receiptSettings', 'settings:write'],
    ['/desk/settings/mails', 'mailSettings', 'settings:write'],
    ['/desk/settings/access', 'accessSettings', 'settings:write'],
  ],
  [
    ['/desk/webhooks', 'webhooks', 'webhooks:write'],
    ['/desk/events', 'field.events', 'events:read'],
    ['/desk/api-keys', 'apiKeys', 'api-keys:write'],
    ['/desk/jobs', 'jobs', 'work:read'],
    ['/desk/mails', 'mails', 'work:read'],
    ['/desk/audit', 'audit', 'audit:read'],
  ],
] as const

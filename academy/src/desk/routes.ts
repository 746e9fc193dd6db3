import { createRoute, lazyRouteComponent as page } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { rootRoute } from '../base/root-route.ts'
import { requireSignIn } from '../session/session.ts'
import { loadTexts } from '../texts/texts.ts'
import { loadAllInputs } from '../ui/inputs/staff-inputs.ts'

/** Pages for those who run the school. */
const desk = createRoute({
  getParentRoute: () => rootRoute,
  path: 'desk',
  beforeLoad: async (context) => {
    await requireSignIn(context)
    await Promise.all([loadTexts('desk', 'staff', 'records'), loadAllInputs()])
  },
  component: page(() => import('./desk-layout.tsx'), 'DeskLayout'),
})

/** Passes all search parameters on: each page knows its own filters. */
const filtersOf = (search: Record<string, string | number | boolean | undefined>) => search

const at = <const Path extends string, const Name extends string>(
  path: Path,
  load: () => Promise<Record<NoInfer<Name>, () => ReactNode>>,
  name: Name,
) =>
  createRoute({
    getParentRoute: () => desk,
    path,
    validateSearch: filtersOf,
    component: page(load, name),
  })

export const deskRoutes = desk.addChildren([
  at('/', () => import('./overview/overview.tsx'), 'OverviewPage'),
  at('first', () => import('./overview/first-administrator.tsx'), 'FirstAdministratorPage'),
  at('users', () => import('./users.tsx'), 'UsersPage'),
  at('users/$id', () => import('./person.tsx'), 'UserPage'),
  at('enrollments', () => import('./enrollments.tsx'), 'EnrollmentsPage'),
  at('enrollments/$id/$course', () => import('./enrollments.tsx'), 'EnrollmentPage'),
  at('bulk', () => import('./bulk-enrollments.tsx'), 'BulkEnrollmentsPage'),
  at('bulk/$id', () => import('./bulk-enrollments.tsx'), 'BulkEnrollmentPage'),
  at('cohorts', () => import('./cohorts.tsx'), 'CohortsPage'),
  at('cohorts/$id', () => import('./cohorts.tsx'), 'CohortPage'),
  at('invitations', () => import('./invitations.tsx'), 'InvitationsPage'),
  at('reports', () => import('./reports.tsx'), 'ReportsPage'),
  at('reports/$id', () => import('./reports.tsx'), 'CourseReportPage'),
  at('gradebook', () => import('./gradebook.tsx'), 'GradebookPage'),
  at('certificates', () => import('./certificates/certificates.tsx'), 'CertificatesPage'),
  at('transactions', () => import('./transactions.tsx'), 'TransactionsPage'),
  at('transactions/$id', () => import('./transactions.tsx'), 'TransactionPage'),
  at('sales', () => import('./sales.tsx'), 'SalesPage'),
  at('coupons', () => import('./coupons.tsx'), 'CouponsPage'),
  at('webhooks', () => import('./webhooks.tsx'), 'WebhooksPage'),
  at('webhooks/$id', () => import('./webhooks.tsx'), 'WebhookPage'),
  at('events', () => import('./events/events.tsx'), 'EventsPage'),
  at('api-keys', () => import('./api-keys.tsx'), 'ApiKeysPage'),
  at('jobs', () => import('./jobs.tsx'), 'JobsPage'),
  at('mails', () => import('./mails.tsx'), 'MailsPage'),
  at('settings', () => import('./settings/pages.tsx'), 'SchoolSettingsPage'),
  at('settings/front', () => import('./settings/front.tsx'), 'FrontSettingsPage'),
  at('settings/certificate', () => import('./settings/certificate.tsx'), 'CertificateSettingsPage'),
  at('settings/receipts', () => import('./settings/pages.tsx'), 'ReceiptSettingsPage'),
  at('settings/mails', () => import('./settings/mails.tsx'), 'MailSettingsPage'),
  at('settings/access', () => import('./settings/pages.tsx'), 'AccessSettingsPage'),
  at('audit', () => import('./audit.tsx'), 'AuditPage'),
])

import { createRoute, lazyRouteComponent as page } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { rootRoute } from '../app/root-route.ts'
import { requireSignIn } from '../session/session.ts'
import { loadTexts } from '../texts/texts.ts'

/** For who runs the school. */
const desk = createRoute({
  getParentRoute: () => rootRoute,
  path: 'desk',
  beforeLoad: async (context) => {
    await requireSignIn(context)
    await Promise.all([loadTexts('desk'), loadTexts('staff')])
  },
  component: page(() => import('./desk-layout.tsx'), 'DeskLayout'),
})

/** The filters in the address, whatever they are: each page knows its own. */
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
  at('/', () => import('./overview/overview-page.tsx'), 'OverviewPage'),
  at('users', () => import('./users/users-page.tsx'), 'UsersPage'),
  at('users/$id', () => import('./users/user-page.tsx'), 'UserPage'),
  at('enrollments', () => import('./enrollments/enrollments-page.tsx'), 'EnrollmentsPage'),
  at(
    'enrollments/$id/$course',
    () => import('./enrollments/enrollment-page.tsx'),
    'EnrollmentPage',
  ),
  at('bulk', () => import('./bulk-enrollments/bulk-enrollments-page.tsx'), 'BulkEnrollmentsPage'),
  at('bulk/$id', () => import('./bulk-enrollments/bulk-enrollment-page.tsx'), 'BulkEnrollmentPage'),
  at('cohorts', () => import('./cohorts/cohorts-page.tsx'), 'CohortsPage'),
  at('cohorts/$id', () => import('./cohorts/cohort-page.tsx'), 'CohortPage'),
  at('invitations', () => import('./invitations/invitations-page.tsx'), 'InvitationsPage'),
  at('reports', () => import('./reports/reports-page.tsx'), 'ReportsPage'),
  at('reports/$id', () => import('./reports/course-report-page.tsx'), 'CourseReportPage'),
  at('gradebook', () => import('./gradebook/gradebook-page.tsx'), 'GradebookPage'),
  at('certificates', () => import('./certificates/certificates-page.tsx'), 'CertificatesPage'),
  at('transactions', () => import('./transactions/transactions-page.tsx'), 'TransactionsPage'),
  at('transactions/$id', () => import('./transactions/transaction-page.tsx'), 'TransactionPage'),
  at('sales', () => import('./sales/sales-page.tsx'), 'SalesPage'),
  at('coupons', () => import('./coupons/coupons-page.tsx'), 'CouponsPage'),
  at('webhooks', () => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  at('webhooks/$id', () => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
  at('api-keys', () => import('./api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
  at('jobs', () => import('./jobs/jobs-page.tsx'), 'JobsPage'),
  at('mails', () => import('./mails/mails-page.tsx'), 'MailsPage'),
  at('audit', () => import('./audit/audit-page.tsx'), 'AuditPage'),
])

import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { hasDesk, useMay, useMe } from '../session/session.ts'
import { t } from '../texts/texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Loading, Notice } from '../ui/data/loaded.tsx'
import { MenuIcon } from '../ui/icons.tsx'

/** The pages of the desk: path, name, and the permission that opens them. */
const groups = [
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
    ['/desk/settings/certificate', 'certificateLook', 'settings:write'],
    ['/desk/settings/receipts', 'receiptSettings', 'settings:write'],
    ['/desk/settings/mails', 'mailSettings', 'settings:write'],
    ['/desk/settings/access', 'accessSettings', 'settings:write'],
  ],
  [
    ['/desk/webhooks', 'webhooks', 'webhooks:write'],
    ['/desk/api-keys', 'apiKeys', 'api-keys:write'],
    ['/desk/jobs', 'jobs', 'work:read'],
    ['/desk/mails', 'mails', 'work:read'],
    ['/desk/audit', 'audit', 'audit:read'],
  ],
] as const

/** The pages of the desk that the role of the reader opens: beside them, or above them on phones. */
export function DeskLayout() {
  const me = useMe()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  if (me === undefined) return <Loading />
  if (!hasDesk(me) || me.needsSecondFactor)
    return (
      <main id="content">
        {hasDesk(me) ? (
          <Notice title={t('factors.needed')} text={t('error.SecondFactorMissing')}>
            <ButtonLink to="/account" look="primary">
              {t('factors.setUp')}
            </ButtonLink>
          </Notice>
        ) : (
          <Notice title={t('noRight.title')} text={t('error.Forbidden')} />
        )}
      </main>
    )
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-1 flex-col lg:flex-row">
      <nav
        aria-label={t('nav.desk')}
        className="sticky top-14 hidden h-fit w-56 shrink-0 py-8 ps-4 lg:block"
      >
        <DeskLinks />
      </nav>
      <details key={path} className="border-b border-line px-4 lg:hidden">
        <summary className="flex min-h-11 items-center gap-2 font-medium">
          <MenuIcon /> {t('nav.desk')}
        </summary>
        <nav aria-label={t('nav.desk')} className="pb-4">
          <DeskLinks />
        </nav>
      </details>
      <div className="min-w-0 flex-1">
        <Outlet />
      </div>
    </div>
  )
}

function DeskLinks() {
  const may = useMay()
  return groups
    .map((links) => links.filter(([, , needs]) => may(needs)))
    .filter((links) => links.length > 0)
    .map((links) => (
      <ul key={links[0]?.[0]} className="mb-4">
        {links.map(([to, text]) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{
                exact: to === '/desk' || to === '/desk/settings',
                includeSearch: false,
              }}
              className="flex min-h-9 items-center rounded-lg px-3 text-muted hover:bg-panel hover:text-ink aria-[current=page]:bg-tint aria-[current=page]:font-medium aria-[current=page]:text-brand"
            >
              {t(text)}
            </Link>
          </li>
        ))}
      </ul>
    ))
}

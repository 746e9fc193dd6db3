import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { StaffTools } from '../search/staff-tools.tsx'
import { hasDesk, useMay, useMe } from '../session/session.ts'
import { t } from '../texts/texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Loading, Notice } from '../ui/data/loaded.tsx'
import { MenuIcon } from '../ui/icons.tsx'
import { NoDesk } from './overview/no-desk.tsx'
import { deskPages } from './pages.ts'

/** The pages of the desk that the role of the reader opens: beside them, or above them on phones. */
export function DeskLayout() {
  const me = useMe()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  if (me === undefined) return <Loading />
  // Whoever founds the school has no role yet.
  if (!hasDesk(me) && path !== '/desk/first')
    return (
      <main id="content">
        <NoDesk />
      </main>
    )
  if (me.needsSecondFactor)
    return (
      <main id="content">
        <Notice title={t('factors.needed')} text={t('error.SecondFactorMissing')}>
          <ButtonLink to="/account" look="primary">
            {t('factors.setUp')}
          </ButtonLink>
        </Notice>
      </main>
    )
  return (
    <StaffTools>
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
    </StaffTools>
  )
}

function DeskLinks() {
  const may = useMay()
  return deskPages
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

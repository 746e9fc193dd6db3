import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSchool } from '../base/school.ts'
import { chooseTheme, chosenTheme, themes } from '../base/theme.ts'
import { visitorCart } from '../learn/cart/visitor-cart.ts'
import { lyceum } from '../lyceum.ts'
import { hasDesk, useIsSignedIn, useMay, useMe } from '../session/session.ts'
import { askToSignOut } from '../session/session-end.ts'
import { t } from '../texts/texts.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { useRead } from '../ui/data/loaded.tsx'
import { showNumber } from '../ui/format.ts'
import { BellIcon, CartIcon, MenuIcon, PersonIcon } from '../ui/icons.tsx'
import { Popover } from '../ui/popover.tsx'
import { useStore } from '../ui/store.ts'
import { Choice, LanguageChoice } from './choice.tsx'

const linkClass =
  'inline-flex min-h-10 shrink-0 items-center rounded-lg px-3 font-medium whitespace-nowrap text-muted hover:bg-panel hover:text-ink aria-[current=page]:text-brand'

export function Header() {
  const { name, logo } = useSchool()
  const isSignedIn = useIsSignedIn()
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper print:hidden">
      <div className="mx-auto flex max-w-6xl items-center gap-2 px-4 py-2 sm:px-6">
        <Link to="/" className="me-2 flex min-w-0 items-center gap-2 text-lg font-bold">
          <img
            src={logo}
            alt=""
            className="h-7 min-w-7 max-w-14 shrink-0 object-contain sm:max-w-24"
          />
          <bdi className="truncate">{name}</bdi>
        </Link>
        <nav aria-label={t('nav.main')} className="hidden shrink-0 items-center md:flex">
          <MainLinks />
        </nav>
        <div className="ms-auto flex shrink-0 items-center gap-1">
          {isSignedIn && <BellLink />}
          {isSignedIn ? <OwnCartLink /> : <VisitorCartLink />}
          <Menu />
          {!isSignedIn && (
            <ButtonLink to="/sign-in" look="primary" className="whitespace-nowrap">
              {t('signIn')}
            </ButtonLink>
          )}
        </div>
      </div>
    </header>
  )
}

/** Links to what the reader may open: the studio for courses, the desk for the school. */
function MainLinks() {
  const isSignedIn = useIsSignedIn()
  const me = useMe()
  const may = useMay()
  const options = { enabled: me !== undefined, staleTime: 300_000 }
  const { data: own } = useRead(lyceum.authoring.list, { limit: 1 }, options)
  const links = [
    ['/', 'nav.catalog', true],
    ['/learning', 'nav.learning', isSignedIn],
    ['/studio', 'nav.studio', may('courses:own') || (own?.items.length ?? 0) > 0],
    ['/desk', 'nav.desk', hasDesk(me)],
  ] as const
  return links
    .filter(([, , isOpen]) => isOpen)
    .map(([to, text]) => (
      <Link key={to} to={to} activeOptions={{ exact: to === '/' }} className={linkClass}>
        {t(text)}
      </Link>
    ))
}

function OwnCartLink() {
  const { data: cart } = useRead(lyceum.cart.get)
  const hasWanted = useStore(visitorCart).length > 0
  // Brings what the reader chose before signing in, whichever way they did.
  useEffect(() => {
    if (hasWanted) void import('../learn/cart/merge-cart.ts').then(({ mergeCart }) => mergeCart())
  }, [hasWanted])
  return <CartLink count={cart?.items.length ?? 0} />
}

function VisitorCartLink() {
  const count = useStore(visitorCart).length
  return count > 0 && <CartLink count={count} />
}

function CartLink({ count }: { count: number }) {
  return (
    <Link to="/cart" className={`${linkClass} relative`} aria-label={t('nav.cart', { count })}>
      <CartIcon />
      {count > 0 && <Count>{showNumber(count)}</Count>}
    </Link>
  )
}

/** Shows a number that the link's name says in words: drawn, so that it is no part of the name. */
function Count({ children }: { children: string }) {
  return (
    <span
      data-count={children}
      className="absolute end-0 top-0 rounded-full bg-brand px-1.5 text-xs text-on-brand before:content-[attr(data-count)]"
    />
  )
}

/** What is unread, asked for when the page comes to the front and at most each minute. */
function BellLink() {
  const options = { staleTime: 60_000, again: () => 60_000 }
  const { data } = useRead(lyceum.me.unreadNotifications, {}, options)
  const count = data?.unread ?? 0
  return (
    <Link
      to="/notifications"
      className={`${linkClass} relative px-2!`}
      aria-label={t('nav.notifications', { count })}
    >
      <BellIcon />
      {count > 0 && <Count>{count < 100 ? showNumber(count) : t('nav.notifications.many')}</Count>}
    </Link>
  )
}

const ownPages = [
  ['/learning/certificates', 'field.certificates'],
  ['/purchases', 'nav.purchases'],
  ['/account', 'nav.profile'],
] as const

/** The reader's own pages, colors and language; on phones the main links, too. */
function Menu() {
  const isSignedIn = useIsSignedIn()
  const me = useMe()
  const label = t(isSignedIn ? 'nav.account' : 'nav.preferences')
  return (
    <Popover
      id="menu"
      button={isSignedIn ? <PersonIcon /> : <MenuIcon />}
      label={label}
      look="quiet"
      className="end-4 top-14 max-h-[calc(100dvh-4rem)] w-72 max-w-[calc(100vw-2rem)] rounded-xl p-3 shadow-raised"
    >
      {me !== undefined && (
        <p className="border-b border-line px-3 pb-2">
          <bdi className="font-medium">{me.name}</bdi>
          <br />
          <bdi className="text-sm text-muted">{me.email}</bdi>
        </p>
      )}
      <nav aria-label={label} className={`flex flex-col py-1 ${isSignedIn ? '' : 'md:hidden'}`}>
        <span className="contents md:hidden">
          <MainLinks />
        </span>
        {isSignedIn &&
          ownPages.map(([to, text]) => (
            <Link key={to} to={to} className={linkClass}>
              {t(text)}
            </Link>
          ))}
      </nav>
      <div className="flex flex-col gap-2 border-t border-line px-3 pt-3 text-sm">
        <Choice
          label={t('theme')}
          options={themes.map((theme) => [theme, t(`theme.${theme}`)])}
          chosen={chosenTheme()}
          choose={chooseTheme}
        />
        <LanguageChoice />
      </div>
      {isSignedIn && (
        <Button className="mt-2 w-full" onClick={() => void askToSignOut()}>
          {t('signOut')}
        </Button>
      )}
    </Popover>
  )
}

import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { lyceum } from '../lyceum.ts'
import { useIsSignedIn, useMe } from '../session/session.ts'
import { signOut } from '../session/session-end.ts'
import { changeLanguage, language, languages, t } from '../texts/texts.ts'
import { Button, ButtonLink, buttonClass } from '../ui/button.tsx'
import { showLanguage } from '../ui/format.ts'
import { CartIcon, MenuIcon, PersonIcon } from '../ui/icons.tsx'
import { useSchool } from './school.ts'
import { chooseTheme, chosenTheme, themes } from './theme.ts'

const linkClass =
  'inline-flex min-h-10 items-center rounded-lg px-3 font-medium text-muted hover:bg-panel hover:text-ink aria-[current=page]:text-brand'

export function Header() {
  const { name, config } = useSchool()
  const isSignedIn = useIsSignedIn()
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper">
      <div className="mx-auto flex max-w-6xl items-center gap-2 px-4 py-2 sm:px-6">
        <Link to="/" className="me-2 flex min-w-0 items-center gap-2 text-lg font-bold">
          <img
            src={config?.logo ?? '/favicon.ico'}
            alt=""
            width="28"
            height="28"
            className="size-7 shrink-0 object-contain"
          />
          <bdi className="truncate">{name}</bdi>
        </Link>
        <nav aria-label={t('nav.main')} className="hidden items-center md:flex">
          <MainLinks />
        </nav>
        <div className="ms-auto flex items-center gap-1">
          {isSignedIn ? (
            <>
              <CartLink />
              <AccountMenu />
            </>
          ) : (
            <>
              <Preferences />
              <ButtonLink to="/sign-in" look="primary">
                {t('signIn')}
              </ButtonLink>
            </>
          )}
        </div>
      </div>
    </header>
  )
}

function MainLinks() {
  const isSignedIn = useIsSignedIn()
  const { isAuthor, isStaff } = useZones()
  const links = [
    ['/', 'nav.catalog', true],
    ['/learning', 'nav.learning', isSignedIn],
    ['/studio', 'nav.studio', isAuthor],
    ['/desk', 'nav.desk', isStaff],
  ] as const
  return links
    .filter(([, , isOpen]) => isOpen)
    .map(([to, text]) => (
      <Link key={to} to={to} activeOptions={{ exact: to === '/' }} className={linkClass}>
        {t(text)}
      </Link>
    ))
}

/** What the reader may open: the studio works on courses, the desk runs the school. */
function useZones(): { isAuthor: boolean; isStaff: boolean } {
  const me = useMe()
  const isStaff = me !== undefined && me.role !== 'learner'
  const { data: own } = useQuery({
    ...queryOptions(lyceum.authoring.list, { limit: 1 }),
    enabled: me !== undefined,
    staleTime: 300_000,
  })
  return { isStaff, isAuthor: me?.role === 'admin' || (own?.items.length ?? 0) > 0 }
}

function CartLink() {
  const { data: cart } = useQuery(queryOptions(lyceum.cart.get))
  const count = cart?.items.length ?? 0
  return (
    <Link to="/cart" className={`${linkClass} relative`} aria-label={t('nav.cart', { count })}>
      <CartIcon />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute end-1 top-0 rounded-full bg-brand px-1.5 text-xs text-on-brand"
        >
          {count}
        </span>
      )}
    </Link>
  )
}

const ownPages = [
  ['/learning/certificates', 'nav.certificates'],
  ['/purchases', 'nav.purchases'],
  ['/account', 'nav.profile'],
] as const

function AccountMenu() {
  const me = useMe()
  return (
    <PopoverMenu id="account-menu" label={t('nav.account')} icon={<PersonIcon />}>
      {me !== undefined && (
        <p className="border-b border-line px-3 pb-2">
          <bdi className="font-medium">{me.name}</bdi>
          <br />
          <bdi className="text-sm text-muted">{me.email}</bdi>
        </p>
      )}
      <nav aria-label={t('nav.account')} className="flex flex-col py-1">
        <span className="contents md:hidden">
          <MainLinks />
        </span>
        {ownPages.map(([to, text]) => (
          <Link key={to} to={to} className={linkClass}>
            {t(text)}
          </Link>
        ))}
      </nav>
      <Choices />
      <Button className="mt-2 w-full" onClick={() => void signOut()}>
        {t('signOut')}
      </Button>
    </PopoverMenu>
  )
}

function Preferences() {
  return (
    <PopoverMenu id="preferences" label={t('nav.preferences')} icon={<MenuIcon />}>
      <nav aria-label={t('nav.main')} className="flex flex-col py-1 md:hidden">
        <MainLinks />
      </nav>
      <Choices />
    </PopoverMenu>
  )
}

function Choices() {
  const themeNames = themes.map((theme) => [theme, t(`theme.${theme}`)] as const)
  const languageNames = languages.map((tag) => [tag, showLanguage(tag)] as const)
  return (
    <div className="flex flex-col gap-2 border-t border-line px-3 pt-3 text-sm">
      <Choice label={t('theme')} names={themeNames} chosen={chosenTheme()} choose={chooseTheme} />
      <Choice
        label={t('field.language')}
        names={languageNames}
        chosen={language}
        choose={changeLanguage}
      />
    </div>
  )
}

interface ChoiceProps<Value> {
  label: string
  names: (readonly [value: Value, name: string])[]
  chosen: Value
  choose: (value: Value) => void
}

function Choice<Value extends string>({ label, names, chosen, choose }: ChoiceProps<Value>) {
  return (
    <label className="flex items-center justify-between gap-3">
      {label}
      <select
        className="rounded border border-field bg-paper px-2 py-1.5"
        defaultValue={chosen}
        onChange={({ target }) => choose(names[target.selectedIndex]?.[0] ?? chosen)}
      >
        {names.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

interface PopoverMenuProps {
  id: string
  label: string
  icon: ReactNode
  children: ReactNode
}

/** The browser's own popover: it closes by Escape and by a click beside it. */
function PopoverMenu({ id, label, icon, children }: PopoverMenuProps) {
  const popover = useRef<HTMLDivElement>(null)
  const router = useRouter()
  useEffect(
    () => router.subscribe('onBeforeNavigate', () => popover.current?.hidePopover()),
    [router],
  )
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={label}
        className={buttonClass('quiet', 'px-2!')}
      >
        {icon}
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        className="inset-auto end-4 top-14 m-0 max-h-[calc(100dvh-4rem)] w-72 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-xl border border-line bg-paper p-3 text-ink shadow-raised"
      >
        {children}
      </div>
    </>
  )
}

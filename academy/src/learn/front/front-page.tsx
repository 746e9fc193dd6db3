import type { FrontPage as Front } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { useQueries } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useSchool } from '../../base/school.ts'
import { lyceum } from '../../lyceum.ts'
import { language, t } from '../../texts/texts.ts'
import { inputClass } from '../../ui/bits.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Opening, useRead } from '../../ui/data/loaded.tsx'
import { Page, Panel, Section } from '../../ui/page.tsx'
import { CourseGrid } from '../courses/course-card.tsx'
import { Film } from './film.tsx'

// What reads it is as large as the rest: schools without such texts do without.
const Markdown = lazy(() =>
  import('../../markdown/markdown.tsx').then(({ Markdown }) => ({ default: Markdown })),
)

interface FrontPageProps {
  /** Whether visitors may open courses. */
  isOpen: boolean
  /** The catalogue, where it is open. */
  children?: ReactNode
}

/** What the school says to those who do not know it yet, and the ways in. */
export function FrontPage({ isOpen, children }: FrontPageProps) {
  const { name } = useSchool()
  const { data: front, isPending } = useRead(lyceum.site.frontPage, { language })
  if (isPending) return <Opening />
  const words = front?.language ?? undefined
  return (
    <Page
      title={front?.title ?? t('welcome.title', { school: name })}
      {...(front?.title && words && { lang: words })}
      lead={front?.lead ?? t(isOpen ? 'front.lead' : 'welcome.text')}
    >
      <div className="mb-10 flex flex-col gap-6">
        <WaysIn />
        {front && <Pictures {...front} />}
        {front?.text && (
          <div className="max-w-3xl">
            <Suspense>
              <Markdown text={front.text} lang={words} />
            </Suspense>
          </div>
        )}
      </div>
      {front && isOpen && front.courses.length > 0 && <Chosen slugs={front.courses} />}
      {children !== undefined && <Section title={t('front.courses')}>{children}</Section>}
      <Section title={t('front.certificates')}>
        {front?.certificates && (
          <div className="mb-4 max-w-3xl">
            <Suspense>
              <Markdown text={front.certificates} lang={words} />
            </Suspense>
          </div>
        )}
        <Verify />
      </Section>
      {front && front.demoAccounts.length > 0 && <DemoAccounts accounts={front.demoAccounts} />}
    </Page>
  )
}

/** Leads back to this page afterwards. */
function WaysIn() {
  const next = useRouterState({ select: ({ location }) => location.href })
  return (
    <div className="flex flex-wrap gap-3">
      <ButtonLink to="/register" search={{ next }} look="primary">
        {t('register')}
      </ButtonLink>
      <ButtonLink to="/sign-in" search={{ next }}>
        {t('signIn')}
      </ButtonLink>
    </div>
  )
}

function Pictures({ title, picture, film }: Front) {
  if (film !== null)
    return (
      <div className="max-w-3xl">
        <Film url={film} poster={picture} title={title ?? t('front.film')} />
      </div>
    )
  if (picture === null) return null
  return <img src={picture} alt="" className="max-h-96 w-full rounded-xl object-cover" />
}

/** The courses and programs that the school puts first; those that are gone are left out. */
function Chosen({ slugs }: { slugs: string[] }) {
  const courses = useQueries({
    queries: slugs.map((slug) =>
      queryOptions(lyceum.courses.get, { idOrSlug: slug, outline: 'sections' }),
    ),
  })
  const found = courses.flatMap(({ data }) => data ?? [])
  if (found.length === 0) return null
  return (
    <Section title={t('front.chosen')}>
      <CourseGrid courses={found} level={3} />
    </Section>
  )
}

function Verify() {
  return (
    <form action="/verify" className="flex max-w-xl flex-wrap items-end gap-3">
      <label className="flex min-w-48 flex-1 flex-col gap-1 text-sm font-medium">
        {t('front.code')}
        <input name="code" required maxLength={100} dir="ltr" className={inputClass} />
      </label>
      <Button type="submit">{t('certificates.verify')}</Button>
    </form>
  )
}

function DemoAccounts({ accounts }: { accounts: Front['demoAccounts'] }) {
  return (
    <Section title={t('front.demo')}>
      <p className="mb-3 text-muted">{t('front.demo.text')}</p>
      <ul className="grid gap-3 sm:grid-cols-2">
        {accounts.map(({ role, email, password }) => (
          <li key={email}>
            <Panel>
              <p className="font-medium">{t(role === 'admin' ? 'front.admin' : 'front.learner')}</p>
              <p>
                <bdi>{email}</bdi>
              </p>
              <code>{password}</code>
            </Panel>
          </li>
        ))}
      </ul>
    </Section>
  )
}

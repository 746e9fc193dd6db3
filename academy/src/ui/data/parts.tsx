import type { Money as Amount } from '@lyceum/sdk'
import { Link, useSearch } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { t } from '../../texts/texts.ts'
import { Badge, Facts, Money } from '../bits.tsx'
import { showNumber } from '../format.ts'
import { linkClass } from '../link.tsx'
import { amountOf, type FieldName, nameOf, titleOf } from '../names.ts'

/** The content of a cell or fact; numbers and amounts are formatted for the reader. */
export type Content = ReactNode | Amount
export type Contents = Partial<Record<FieldName, Content>>

export function shown(content: Content): ReactNode {
  if (isAmount(content)) return <Money>{amountOf(content)}</Money>
  return typeof content === 'number' ? showNumber(content) : content || '–'
}

export const isAmount = (content: Content): content is Amount =>
  typeof content === 'object' && content !== null && 'currency' in content

/** Lists the facts about one thing, leaving out those that are undefined. */
export function FactList({ of }: { of: Contents }) {
  const facts = Object.entries(of).filter(([, value]) => value !== undefined)
  const named = facts.map(([name, value]) => [titleOf(name), shown(value)])
  return <Facts facts={Object.fromEntries(named)} />
}

export function Figures({ of }: { of: Contents }) {
  return (
    <dl className="mb-8 grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
      {Object.entries(of).map(([name, value]) => (
        <div key={name} className="rounded-xl border border-line p-3">
          <dt className="text-sm text-muted">{titleOf(name)}</dt>
          <dd className="text-xl font-semibold tabular-nums">{shown(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Named({ name, email }: { name: string; email?: string | null | undefined }) {
  return (
    <>
      <bdi className="font-medium break-words">{name}</bdi>
      {email && <bdi className="block text-muted max-sm:max-w-40 max-sm:truncate">{email}</bdi>}
    </>
  )
}

const good = 'active verified completed fulfilled paid delivered sent issued done published passed'
const warn = 'pending waiting running scheduled partially_refunded blocked unverified draft late'
const bad = 'failed failing suspended revoked disputed overdue notPassed'
const tones = Object.entries({ good, warn, bad } as const).flatMap(([tone, names]) =>
  names.split(' ').map((name) => [name, tone] as const),
)

export function Status({ of }: { of: string }) {
  const tone = tones.find(([name]) => name === of)?.[1] as 'good' | 'warn' | 'bad' | undefined
  return <Badge tone={tone}>{nameOf(of)}</Badge>
}

export function Code({ children }: { children: string }) {
  return <code className="text-sm break-all">{children}</code>
}

export function DeskLink({ to, children }: { to: `/desk/${string}`; children: ReactNode }) {
  return (
    <Link to={to as string} className={linkClass}>
      {children}
    </Link>
  )
}

interface Tab {
  title: string
  content: () => ReactNode
}

/** Tabs of a page; the address holds the number of the open one. */
export function Tabs({ tabs }: { tabs: (Tab | false)[] }) {
  const { tab = 0 }: { tab?: number } = useSearch({ strict: false })
  const shown = tabs.filter((one) => one !== false)
  const open = shown[Number(tab)] ?? shown[0]
  return (
    <>
      <nav aria-label={t('desk.parts')} className="mb-5 flex flex-wrap border-b border-line">
        {shown.map((one, index) => (
          <Link
            key={one.title}
            to="."
            search={(all: object) => ({ ...all, tab: index })}
            replace
            resetScroll={false}
            aria-current={one === open ? 'page' : undefined}
            className="-mb-px inline-flex min-h-10 items-center border-b-2 border-transparent px-3 text-muted hover:text-ink aria-[current=page]:border-brand aria-[current=page]:text-brand"
          >
            {one.title}
          </Link>
        ))}
      </nav>
      <Fragment key={open?.title}>{open?.content()}</Fragment>
    </>
  )
}

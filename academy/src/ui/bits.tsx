import type { ReactNode } from 'react'
import { showBytes, showPercent } from './format.ts'
import { OutsideLink } from './link.tsx'

const tones = {
  plain: 'border-line text-muted',
  good: 'border-good text-good',
  warn: 'border-warn text-warn',
  bad: 'border-bad text-bad',
}

/** Styles text fields and selects. */
export const inputClass =
  'min-h-10 w-full rounded-lg border border-field bg-paper px-3 py-1.5 text-ink user-invalid:border-bad data-[invalid]:border-bad'

interface BadgeProps {
  tone?: keyof typeof tones
  children: ReactNode
}

export function Badge({ tone = 'plain', children }: BadgeProps) {
  return (
    <span
      className={`inline-block shrink-0 rounded-full border px-2 py-0.5 text-xs font-medium whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  )
}

/** Shows how much is done; `percent` is 0 to 100. */
export function ProgressBar({ percent, label }: { percent: number; label: string }) {
  return (
    <div className="flex items-center gap-2 text-sm text-muted">
      <progress
        aria-label={label}
        max={100}
        value={percent}
        className="h-2 flex-1 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-brand"
      />
      {showPercent(percent)}
    </div>
  )
}

export function Facts({ facts }: { facts: Record<string, ReactNode> }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      {Object.entries(facts).map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Money({ children }: { children: string }) {
  return <bdi className="shrink-0 whitespace-nowrap tabular-nums">{children}</bdi>
}

export function FileLink({ name, url, size }: { name: string; url: string; size: number }) {
  return (
    <>
      <OutsideLink href={url}>
        <bdi>{name}</bdi>
      </OutsideLink>{' '}
      <span className="text-sm text-muted">{showBytes(size)}</span>
    </>
  )
}

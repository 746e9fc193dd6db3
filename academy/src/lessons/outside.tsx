import { buttonClass } from '../ui/button.tsx'
import { showBytes } from '../ui/format.ts'
import { OutsideLink } from '../ui/link.tsx'
import { Panel } from '../ui/page.tsx'

interface OutsideProps {
  name: string
  url: string
  size?: number
  label: string
}

/** Leads to what lies outside the lesson. */
export function Outside({ name, url, size, label }: OutsideProps) {
  return (
    <Panel className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0">
        <bdi className="font-medium break-all">{name}</bdi>{' '}
        {size !== undefined && <span className="text-sm text-muted">{showBytes(size)}</span>}
      </p>
      {/* Browsers show a PDF, and save what they cannot show. */}
      <OutsideLink href={url} className={buttonClass('primary')}>
        {label}
      </OutsideLink>
    </Panel>
  )
}

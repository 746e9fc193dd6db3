import type { ReactNode } from 'react'
import { Panel } from '../../ui/page.tsx'

export function Box({
  title,
  more,
  children,
}: {
  title: string
  more?: ReactNode
  children: ReactNode
}) {
  return (
    <Panel className="flex h-full flex-col gap-3">
      <h2 className="font-semibold">{title}</h2>
      {children}
      {more && <p className="mt-auto text-sm">{more}</p>}
    </Panel>
  )
}

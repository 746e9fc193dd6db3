import type { ReactNode } from 'react'
import { Money } from '../../ui/bits.tsx'

/** A line of a bill. */
export function Sum({ children, value }: { children: ReactNode; value: string }) {
  return (
    <li className="flex justify-between gap-4 py-1">
      <span className="min-w-0">{children}</span>
      <Money>{value}</Money>
    </li>
  )
}

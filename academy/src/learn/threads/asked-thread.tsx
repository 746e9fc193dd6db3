import { lyceum } from '../../lyceum.ts'
import { Read } from '../../ui/data/loaded.tsx'
import { type Thread, ThreadItem } from './thread.tsx'
import { useAsked } from './use-asked.ts'

/** Shows the question that the address names before a list that does not hold it. */
export function AskedThread({ listed }: { listed: readonly Thread[] }) {
  const threadId = useAsked()
  if (threadId === undefined || listed.some(({ id }) => id === threadId)) return null
  return (
    <Read of={lyceum.threads.get} input={{ threadId }}>
      {(thread) => <ThreadItem thread={thread} isAsked />}
    </Read>
  )
}

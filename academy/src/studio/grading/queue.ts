import type { QueuedSubmission, SubmissionToGrade } from '@lyceum/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { lyceum } from '../../lyceum.ts'
import { useList } from '../../ui/data/list.tsx'
import { useQueueFilters } from './search-select.tsx'

const atOnce = 100

/** What waits, as the address narrows it, and the way from one to the next. */
export function useQueue({
  id: current,
  submittedAt,
}: Pick<SubmissionToGrade, 'id' | 'submittedAt'>) {
  const filters = useQueueFilters()
  const input = { ...filters, limit: atOnce }
  const { data = [], hasNextPage } = useList(lyceum.submissions.queue, input)
  const navigate = useNavigate()
  const at = data.findIndex(({ id }) => id === current)

  /** Skips what somebody else is grading. */
  function nextIn(waiting: readonly QueuedSubmission[]): QueuedSubmission | undefined {
    const free = waiting.filter(
      (one) => one.id !== current && (one.claimedBy === null || one.isClaimedByYou),
    )
    return free.find((one) => one.submittedAt >= submittedAt) ?? free[0]
  }

  function open(submission: QueuedSubmission | undefined): void {
    const { courseId, cohortId } = filters
    const list = courseId && !cohortId ? `/studio/${courseId}/grading` : '/studio/grading'
    const to = submission ? `/studio/grading/${submission.courseId}/${submission.id}` : list
    void navigate({ to, search: true } as object)
  }
  return {
    place: at < 0 ? undefined : { at: at + 1, of: `${data.length}${hasNextPage ? '+' : ''}` },
    previous: data[at - 1],
    next: nextIn(data),
    open,
    /** Opens the next one as it is now: what was just graded may still be in the list. */
    goOn: async () => open(nextIn((await lyceum.submissions.queue.query(input)).items)),
  }
}

/** Acts on keys, except where somebody types. */
export function useKeys(keys: { next: () => void; previous: () => void; save: () => void }): void {
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      const { key, target, ctrlKey, metaKey, altKey } = event
      const isMod = ctrlKey || metaKey
      if (document.querySelector('[role=dialog]') !== null || altKey) return
      if (isMod && key === 'Enter') keys.save()
      if (isMod || !(target instanceof HTMLElement) || target.matches(typing)) return
      if (key === 'j') keys.next()
      if (key === 'k') keys.previous()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}

const typing = 'textarea, select, [contenteditable], input:not([type=radio])'

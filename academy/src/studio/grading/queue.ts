import type { SubmissionToGrade, WaitingSubmission } from '@lyceum/sdk'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { lyceum } from '../../lyceum.ts'
import { useList } from '../../ui/data/list.tsx'

const atOnce = 100
const filterNames = ['courseId', 'lessonKey', 'cohortId'] as const

/** What the address narrows the queue to. */
export function useQueueFilters(): { [Name in (typeof filterNames)[number]]?: string } {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const chosen = filterNames.filter((name) => search[name] !== undefined)
  return Object.fromEntries(chosen.map((name) => [name, String(search[name])]))
}

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
  function nextIn(waiting: readonly WaitingSubmission[]): WaitingSubmission | undefined {
    const free = waiting.filter(
      (one) => one.id !== current && (one.claimedBy === null || one.isClaimedByYou),
    )
    return free.find((one) => one.submittedAt >= submittedAt) ?? free[0]
  }

  function open(submission: WaitingSubmission | undefined): void {
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

import { Link, Outlet, useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { queryClient } from '../base/query-client.ts'
import { lyceum } from '../lyceum.ts'
import { StaffTools } from '../search/staff-tools.tsx'
import { t } from '../texts/texts.ts'
import { useStore } from '../ui/store.ts'
import { findLeft, keptLessons, takeLeft } from './lessons/kept-lessons.ts'
import { openDraft } from './lessons/lesson-draft.ts'
import { isRefusal } from './lessons/refusals.ts'

const retryMilliseconds = 10_000

/** Frames all pages of the studio, and saves lessons whichever page is shown. */
export function Studio() {
  useEffect(() => {
    const end = new AbortController()
    void goOnWriting(end.signal)
    return () => end.abort()
  }, [])
  return (
    <StaffTools>
      <Unsaved />
      <Outlet />
    </StaffTools>
  )
}

/** Continues drafts of tabs that were closed before saving. */
async function goOnWriting(signal: AbortSignal): Promise<void> {
  let isEachRead = true
  for (const { courseId, key } of await findLeft())
    try {
      openDraft(courseId, await lyceum.drafts.getLesson.query({ courseId, key }))
    } catch (error) {
      // The draft of a deleted lesson is shown for copying.
      if (isRefusal(error)) await takeLeft({ courseId, key })
      else isEachRead = false
    }
  if (isEachRead || signal.aborted) return
  const timer = setTimeout(() => void goOnWriting(signal), retryMilliseconds)
  signal.addEventListener('abort', () => clearTimeout(timer))
}

/** Links to unsaved lessons elsewhere. */
function Unsaved() {
  const { course, key: shown } = useParams({ strict: false })
  const lessons = useStore(keptLessons).filter(
    ({ courseId, key }) => courseId !== course || key !== shown,
  )
  const count = lessons.length
  const before = useRef(count)
  useEffect(() => {
    // The page may still show what has just been saved as it was.
    if (count < before.current) void queryClient.invalidateQueries()
    before.current = count
  }, [count])
  if (count === 0) return null
  return (
    <p
      role="status"
      className="flex flex-wrap justify-center gap-x-3 border-b border-warn bg-panel px-4 py-2 text-sm"
    >
      {t('saving.elsewhere')}
      {lessons.map(({ courseId, key, title }) => (
        <Link
          key={`${courseId} ${key}`}
          to="/studio/$course/lesson/$key"
          params={{ course: courseId, key }}
          className="text-brand underline"
        >
          <bdi>{title}</bdi>
        </Link>
      ))}
    </p>
  )
}

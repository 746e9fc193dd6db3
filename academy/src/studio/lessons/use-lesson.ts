import type { DraftLesson } from '@lyceum/sdk'
import { useState } from 'react'
import { t } from '../../texts/texts.ts'
import { useLeaveGuard } from '../../ui/forms/leave-guard.ts'
import { useStore } from '../../ui/store.ts'
import { openDraft } from './lesson-draft.ts'

/** Longer than that nobody waits for a page. */
const patienceMilliseconds = 5_000

/** A lesson while it is written: saved before another page is shown, or else asked about. */
export function useLesson(courseId: string, loaded: DraftLesson) {
  const [draft] = useState(() => openDraft(courseId, loaded))
  const patience = () => new Promise((resolve) => setTimeout(resolve, patienceMilliseconds))
  useLeaveGuard({
    isUnsaved: draft.isUnsaved,
    question: t(draft.isKept() ? 'saving.leave' : 'form.leave'),
    settle: () => Promise.race([draft.save(), patience()]),
  })
  return { ...draft, ...useStore(draft) }
}

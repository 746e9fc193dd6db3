import { lazyRouteComponent as part } from '@tanstack/react-router'
import { createContext, Suspense, use } from 'react'
import type { FlawPlace } from './flaw-dialog.tsx'

const ReportFlaw = part(() => import('./report-flaw.tsx'), 'ReportFlaw')

/** The attempt whose questions are shown; undefined where they are no learner's. */
export const FlawsOfAttempt = createContext<
  Required<Pick<FlawPlace, 'lessonId' | 'attemptId'>> | undefined
>(undefined)

/** The button below a question with which its learner says that something is wrong. */
export function QuestionFlaw({ position }: { position: number }) {
  const attempt = use(FlawsOfAttempt)
  if (attempt === undefined) return null
  return (
    <div className="mt-2 flex justify-end text-sm">
      <Suspense>
        <ReportFlaw {...attempt} position={position} />
      </Suspense>
    </div>
  )
}

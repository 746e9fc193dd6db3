import type { Draft } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { showInstant } from '../../ui/format.ts'
import { Section } from '../../ui/page.tsx'
import { useCourse, useMay } from '../courses/course.ts'
import { useChange } from '../use-change.ts'

/** Where a course asks for it, somebody who did not write approves the draft. */
export function Review({ draft }: { draft: Draft }) {
  const course = useCourse()
  const may = useMay(course)
  const request = useChange(lyceum.drafts.requestReview, { done: t('review.requested') })
  const approve = useChange(lyceum.drafts.approve, { done: t('review.approved') })
  const { courseId, revision } = draft
  const { requestedAt, approvedAt } = draft.review
  if (!course.requiresReview && requestedAt === null) return null
  return (
    <Section title={t('review.title')}>
      <p role="status" className="mb-3">
        {approvedAt !== null
          ? t('review.approvedAt', { at: showInstant(approvedAt) })
          : requestedAt !== null
            ? t('review.requestedAt', { at: showInstant(requestedAt) })
            : t('review.needed')}
      </p>
      <div className="flex flex-wrap gap-3">
        {requestedAt === null && may('write') && (
          <Button onClick={() => void request({ courseId, revision }).catch(() => undefined)}>
            {t('review.request')}
          </Button>
        )}
        {requestedAt !== null && approvedAt === null && may('approve') && (
          <Button
            look="primary"
            onClick={() => void approve({ courseId, revision }).catch(() => undefined)}
          >
            {t('review.approve')}
          </Button>
        )}
      </div>
    </Section>
  )
}

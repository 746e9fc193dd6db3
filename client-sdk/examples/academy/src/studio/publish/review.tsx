import type { Draft } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { showInstant } from '../../ui/format.ts'
import { Section } from '../../ui/page.tsx'
import { useCourse, useMay } from '../courses/course.ts'

/** Where a course asks for it, somebody who did not write approves the draft. */
export function Review({ draft }: { draft: Draft }) {
  const course = useCourse()
  const may = useMay(course)
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
          <ActionButton
            name="review.request"
            run={() => lyceum.drafts.requestReview.mutate({ courseId, revision })}
          />
        )}
        {requestedAt !== null && approvedAt === null && may('approve') && (
          <ActionButton
            name="review.approve"
            look="primary"
            run={() => lyceum.drafts.approve.mutate({ courseId, revision })}
          />
        )}
      </div>
    </Section>
  )
}

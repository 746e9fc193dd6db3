import type { SubmissionToGrade } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { t } from '../../texts/texts.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Badge } from '../../ui/bits.tsx'
import { showBytes, showInstant } from '../../ui/format.ts'
import { OutsideLink } from '../../ui/link.tsx'
import { Page, Panel, Section } from '../../ui/page.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { LoadedPage } from '../loaded-page.tsx'
import { GradeForm, isToGrade } from './grade-form.tsx'

const route = getRouteApi('/studio/$course/grading/$submission')

/** What one learner handed in, to be read and graded. */
export function SubmissionPage() {
  const { course: courseId, submission: submissionId } = route.useParams()
  const query = useQuery(queryOptions(lyceum.submissions.getToGrade, { courseId, submissionId }))
  return (
    <LoadedPage query={query} title={t('studio.grading')}>
      {(submission) => (
        <Page
          title={submission.lessonTitle}
          lead={<bdi>{submission.learner.name}</bdi>}
          actions={
            submission.status === 'waiting' && (
              <>
                <ActionButton
                  action={() => lyceum.submissions.claim.mutate({ courseId, submissionId })}
                  done={t('grading.claimDone')}
                >
                  {t('grading.claim')}
                </ActionButton>
                {submission.type === 'assignment' && <Return submission={submission} />}
              </>
            )
          }
        >
          <p className="mb-6 flex flex-wrap items-center gap-2 text-muted">
            {t('grading.try', { number: submission.number })} ·{' '}
            {showInstant(submission.submittedAt)}
            {submission.isLate && <Badge tone="warn">{t('grading.late')}</Badge>}
            {submission.claimedBy !== null && (
              <Badge>{t('grading.claimedBy', { name: submission.claimedBy })}</Badge>
            )}
          </p>
          <Work submission={submission} />
          <Section title={t('grading.grade')}>
            <Result submission={submission} />
            <GradeForm submission={submission} />
          </Section>
        </Page>
      )}
    </LoadedPage>
  )
}

function Work({ submission: { text, files, questions } }: { submission: SubmissionToGrade }) {
  return (
    <Section title={t('grading.work')}>
      <div className="flex flex-col gap-4">
        {text !== null && (
          <Panel>
            <Markdown text={text} />
          </Panel>
        )}
        {files.map(({ name, url, size }) => (
          <p key={url}>
            <OutsideLink href={url}>
              <bdi>{name}</bdi>
            </OutsideLink>{' '}
            <span className="text-sm text-muted">{showBytes(size)}</span>
          </p>
        ))}
        {questions.filter(isToGrade).map(({ position, title, answer, guidance }) => (
          <Panel key={position}>
            <h3 className="font-medium">
              <Markdown text={title} inline />
            </h3>
            <p className="my-2 whitespace-pre-wrap">
              <bdi>{answer}</bdi>
            </p>
            {guidance !== null && (
              <details className="text-sm text-muted">
                <summary>{t('field.guidance')}</summary>
                <Markdown text={guidance} />
              </details>
            )}
          </Panel>
        ))}
      </div>
    </Section>
  )
}

/** How it was graded last. */
function Result({ submission: { result, comment } }: { submission: SubmissionToGrade }) {
  if (result === null) return comment === null ? null : <p className="mb-4">{comment}</p>
  const { passed, points, maxPoints } = result
  return (
    <p className="mb-4 flex flex-wrap items-center gap-2">
      <Badge tone={passed ? 'good' : 'bad'}>
        {t(passed ? 'attemptState.passed' : 'attemptState.failed')}
      </Badge>
      {points !== undefined && t('quizEditor.points', { given: points, most: maxPoints ?? points })}
      <bdi>{comment}</bdi>
    </p>
  )
}

function Return({ submission: { courseId, id } }: { submission: SubmissionToGrade }) {
  const navigate = useNavigate()
  return (
    <FormDialog
      label={t('grading.return')}
      done={t('grading.returned')}
      intro={t('grading.returnText')}
      kinds={{ missing: 'long!' }}
      onSubmit={async ({ missing }) => {
        await lyceum.submissions.return.mutate({ courseId, submissionId: id, comment: missing })
        await navigate({ to: '/studio/$course/grading', params: { course: courseId } })
      }}
    />
  )
}

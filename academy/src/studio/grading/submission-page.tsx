import type { SubmissionToGrade } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { t } from '../../texts/texts.ts'
import { Badge, FileLink } from '../../ui/bits.tsx'
import { ActionButton } from '../../ui/button.tsx'
import { detailPage } from '../../ui/data/pages.tsx'
import { Status } from '../../ui/data/parts.tsx'
import { showInstant } from '../../ui/format.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { Panel, Section } from '../../ui/page.tsx'
import { GradeForm } from './grade-form.tsx'

const { submissions } = lyceum

export const SubmissionPage = detailPage({
  get: submissions.getToGrade,
  input: ({ course, submission }) => ({ courseId: course, submissionId: submission }),
  title: ({ lessonTitle }) => lessonTitle,
  lead: ({ learner }) => <bdi>{learner.name}</bdi>,
  actions: ({ status, type, courseId, id: submissionId }) =>
    status === 'waiting' && (
      <>
        <ActionButton
          name="grading.claim"
          run={() => submissions.claim.mutate({ courseId, submissionId })}
        />
        {type === 'assignment' && (
          <FormDialog
            name="grading.return"
            to={submissions.return}
            input={{ courseId, submissionId }}
            fields={['comment']}
            labels={{ comment: 'missing' }}
            leadsTo={() => `/studio/${courseId}/grading`}
          />
        )}
      </>
    ),
  children: (submission) => (
    <>
      <p className="mb-6 flex flex-wrap items-center gap-2 text-muted">
        {t('attempt.number', submission)} · {showInstant(submission.submittedAt)}
        {submission.isLate && <Status of="late" />}
        {submission.claimedBy !== null && (
          <Badge>{t('grading.claimedBy', { name: submission.claimedBy })}</Badge>
        )}
      </p>
      <Work submission={submission} />
      <Section title={t('field.courseGrade')}>
        <Result submission={submission} />
        <GradeForm submission={submission} />
      </Section>
    </>
  ),
})

function Work({ submission: { text, files, questions } }: { submission: SubmissionToGrade }) {
  return (
    <Section title={t('grading.work')}>
      <div className="flex flex-col gap-4">
        {text !== null && (
          <Panel>
            <Markdown text={text} ofLearner />
          </Panel>
        )}
        {files.map((file) => (
          <p key={file.url}>
            <FileLink {...file} />
          </p>
        ))}
        {questions.map(({ position, title, answer, guidance }) => (
          <Panel key={position}>
            <h3 className="font-medium">
              <Markdown text={title} inline />
            </h3>
            <p className="my-2 whitespace-pre-wrap">
              <bdi>{answer ?? '–'}</bdi>
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

function Result({ submission: { result, comment } }: { submission: SubmissionToGrade }) {
  if (result === null) return comment && <p className="mb-4">{comment}</p>
  const { passed, points, maxPoints = 0 } = result
  return (
    <p className="mb-4 flex flex-wrap items-center gap-2">
      <Status of={passed ? 'passed' : 'notPassed'} />
      {points !== undefined && t('attempt.points', { points, maxPoints })}
      <bdi>{comment}</bdi>
    </p>
  )
}

import type { SubmissionToGrade } from '@lyceum/sdk'
import { useRef } from 'react'
import { lyceum } from '../../lyceum.ts'
import { LanguageOfTexts } from '../../markdown/language-of-texts.ts'
import { HtmlOfLesson } from '../../markdown/markdown.tsx'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { IconButton } from '../../ui/button.tsx'
import { useRead } from '../../ui/data/loaded.tsx'
import { detailPage } from '../../ui/data/pages.tsx'
import { Status } from '../../ui/data/parts.tsx'
import { showInstant } from '../../ui/format.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { NextIcon, PreviousIcon } from '../../ui/icons.tsx'
import { TextLink } from '../../ui/link.tsx'
import { GradeForm } from './grade-form.tsx'
import { ClaimedBy, HandedIn } from './grading-page.tsx'
import { useKeys, useQueue } from './queue.ts'
import { Task, Work } from './work.tsx'

const { submissions } = lyceum

/** Task, work and rubric side by side, and the way through all that waits. */
export function SubmissionPage() {
  return (
    <div className="flex-1 [&>main]:max-w-screen-2xl">
      <Submission />
    </div>
  )
}

const Submission = detailPage({
  get: submissions.getToGrade,
  input: ({ course, submission }) => ({ courseId: course, submissionId: submission }),
  title: ({ lessonTitle }) => lessonTitle,
  lead: (submission) => <Lead submission={submission} />,
  actions: (submission) => <Steps submission={submission} />,
  children: (submission) => <Desk key={submission.id} submission={submission} />,
})

interface OfSubmission {
  submission: SubmissionToGrade
}

function Lead({ submission }: OfSubmission) {
  const { courseId, courseTitle, learner, claimedBy } = submission
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <bdi className="font-medium text-ink">{learner.name}</bdi> ·{' '}
      <TextLink to="/studio/$course/grading" params={{ course: courseId }}>
        <bdi>{courseTitle}</bdi>
      </TextLink>{' '}
      · {t('attempt.number', submission)} · <HandedIn {...submission} />
      {claimedBy !== null && (
        <Badge>
          <ClaimedBy {...submission} />
        </Badge>
      )}
    </span>
  )
}

function Steps({ submission }: OfSubmission) {
  const { status, type, courseId, id: submissionId } = submission
  const { place, previous, next, open, goOn } = useQueue(submission)
  return (
    <>
      {status === 'waiting' && type === 'assignment' && (
        <FormDialog
          name="grading.return"
          to={submissions.return}
          input={{ courseId, submissionId }}
          fields={['comment']}
          labels={{ comment: 'missing' }}
          send={async (input) => {
            const returned = await submissions.return.mutate(input)
            await goOn()
            return returned
          }}
        />
      )}
      <span className="flex gap-2">
        <IconButton
          label={t('grading.previous')}
          disabled={previous === undefined}
          onClick={() => open(previous)}
        >
          <PreviousIcon />
        </IconButton>
        {place && <span className="self-center tabular-nums">{t('grading.place', place)}</span>}
        <IconButton
          label={t('grading.next')}
          disabled={next === undefined}
          onClick={() => open(next)}
        >
          <NextIcon />
        </IconButton>
      </span>
    </>
  )
}

function Desk({ submission }: OfSubmission) {
  const { data: course } = useRead(lyceum.authoring.get, { courseId: submission.courseId })
  const { previous, next, open, goOn } = useQueue(submission)
  const form = useRef<HTMLElement>(null)
  useKeys({
    next: () => next && open(next),
    previous: () => previous && open(previous),
    save: () => form.current?.querySelector<HTMLElement>('button[type=submit]')?.click(),
  })
  if (course === undefined) return null
  const isByPerson = submission.type === 'assignment' || submission.questions.length > 0
  return (
    <LanguageOfTexts value={course.language}>
      <HtmlOfLesson value={course.html}>
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_minmax(20rem,2fr)]">
          <Task submission={submission} />
          <Work submission={submission} />
          <section
            ref={form}
            aria-label={t('field.courseGrade')}
            className="rounded-xl border border-line p-4 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto"
          >
            <Result submission={submission} />
            {isByPerson && submission.status !== 'returned' && (
              <GradeForm submission={submission} hasNext={next !== undefined} onDone={goOn} />
            )}
          </section>
        </div>
      </HtmlOfLesson>
    </LanguageOfTexts>
  )
}

/** How it was graded last, and by whom. */
function Result({ submission }: OfSubmission) {
  const { status, result, comment, gradedBy, gradedAt } = submission
  if (result === null)
    return status === 'returned' ? (
      <p>
        <Status of="returned" /> <bdi>{comment}</bdi>
      </p>
    ) : null
  const { passed, points, maxPoints = 0 } = result
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2 border-b border-line pb-4 last:mb-0 last:border-0 last:pb-0">
      <Status of={passed ? 'passed' : 'notPassed'} />
      {points !== undefined && t('attempt.points', { points, maxPoints })}
      <span className="text-sm text-muted">
        {gradedBy !== null && <bdi>{t('grading.gradedBy', { name: gradedBy })}</bdi>}{' '}
        {gradedAt !== null && showInstant(gradedAt)}
      </span>
    </div>
  )
}

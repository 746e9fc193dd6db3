import type { AssignmentLesson, LessonAssignment, RubricCriterion } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { t } from '../../texts/texts.ts'
import { Badge, FileLink } from '../../ui/bits.tsx'
import { Read } from '../../ui/data/loaded.tsx'
import { showInstant, showPercent } from '../../ui/format.ts'
import { Panel, Section } from '../../ui/page.tsx'
import { AttemptList, RuleList } from '../attempts/attempt-list.tsx'
import { Comment, pointsText } from '../attempts/attempt-result.tsx'
import { clock } from '../attempts/clock.ts'
import type { Player } from '../courses/use-player.ts'
import { WayOn } from '../lessons/way-on.tsx'
import { HandInForm, LeftText } from './hand-in-form.tsx'

export function Assignment({ lesson, player }: { lesson: AssignmentLesson; player: Player }) {
  const { id: lessonId, assignment } = lesson
  return (
    <Read of={lyceum.attempts.list} input={{ lessonId, limit: 100 }} isEmpty={() => false}>
      {({ items, attemptsLeft, dueAt }) => {
        const isClosed = dueAt !== null && !assignment.takesLate && Date.parse(dueAt) < clock.now()
        const isWaiting = items.some(({ status }) => status === 'waiting')
        const hasRoom = attemptsLeft === null || attemptsLeft > 0
        return (
          <>
            <Section title={t('assignment.rules')}>
              <Rules assignment={assignment} dueAt={dueAt} />
            </Section>
            <AttemptList attempts={items}>
              {(submissionId) => (
                <HandedIn submissionId={submissionId} rubric={assignment.rubric} />
              )}
            </AttemptList>
            {(isWaiting || items.some(({ result }) => result?.passed)) && (
              <p className="mb-10 empty:hidden">
                <WayOn player={player} lessonId={lessonId} />
              </p>
            )}
            {isWaiting ? null : (
              <Section title={t(items.length === 0 ? 'quiz.handIn' : 'assignment.again')}>
                {isClosed && <p>{t('assignment.closed')}</p>}
                {!isClosed && attemptsLeft !== null && items.length > 0 && (
                  <p className="mb-3">{t('quiz.attemptsLeft', { count: attemptsLeft })}</p>
                )}
                {!isClosed && hasRoom ? (
                  <HandInForm lesson={lesson} />
                ) : (
                  <LeftText lessonId={lessonId} />
                )}
              </Section>
            )}
          </>
        )
      }}
    </Read>
  )
}

function Rules({ assignment, dueAt }: { assignment: LessonAssignment; dueAt: string | null }) {
  const { points, passPercent, attempts, takesLate, rubric } = assignment
  const rules = [
    dueAt !== null && t('assignment.due', { instant: showInstant(dueAt) }),
    dueAt !== null && takesLate && t('assignment.late'),
    t('quiz.pass', { percent: showPercent(passPercent), points }),
    attempts !== null && t('quiz.attempts', { count: attempts }),
    t('assignment.person'),
  ]
  return (
    <Panel>
      <RuleList rules={rules} />
      {rubric.length > 0 && (
        <>
          <h3 className="mt-4 font-semibold">{t('assignment.rubric')}</h3>
          <ul className="flex flex-col gap-1">
            {rubric.map(({ title, levels }) => (
              <li key={title}>
                {title}:{' '}
                <span className="text-muted">
                  {levels.map((level) => `${level.title} (${level.points})`).join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}

function HandedIn({ submissionId, rubric }: { submissionId: string; rubric: RubricCriterion[] }) {
  return (
    <Read of={lyceum.submissions.get} input={{ submissionId }}>
      {({ status, isLate, result, criteria, comment, text, files }) => (
        <div className="flex flex-col gap-4">
          <p>
            {(status === 'graded' && pointsText(result)) ||
              t(status === 'returned' ? 'attempt.returned.text' : 'attempt.waiting.text')}{' '}
            {isLate && <Badge tone="warn">{t('assignment.wasLate')}</Badge>}
          </p>
          {criteria !== null && (
            <ul className="flex flex-col gap-1">
              {rubric.map(({ title, levels }, index) => {
                const points = criteria[index] ?? 0
                const reached = levels.find((level) => level.points === points)
                return (
                  <li key={title} className="flex flex-wrap justify-between gap-x-3">
                    <span>{title}</span>
                    <span className="text-muted">
                      {reached?.title} ({points})
                    </span>
                  </li>
                )
              })}
            </ul>
          )}
          <Comment text={comment} />
          {text !== null && <Markdown text={text} html="none" level={4} ofLearner />}
          <ul>
            {files.map((file) => (
              <li key={file.url}>
                <FileLink {...file} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Read>
  )
}

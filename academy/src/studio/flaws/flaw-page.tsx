import type { DraftLesson, Flaw, QuestionStatistics } from '@lyceum/sdk'
import { showTime } from '../../learn/lessons/show-time.ts'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ReadList } from '../../ui/data/list.tsx'
import { Empty, Read, useRead } from '../../ui/data/loaded.tsx'
import { DetailPage } from '../../ui/data/pages.tsx'
import { showInstant, showNumber } from '../../ui/format.ts'
import { DialogButton } from '../../ui/forms/dialog.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { Section } from '../../ui/page.tsx'
import { useCourse } from '../courses/course.ts'
import { Effect } from '../publish/effect.tsx'
import { Statistics } from '../questions/questions-page.tsx'
import { Regrade } from '../questions/regrade.tsx'
import { Outcome, placeOfFlaw } from './flaws-page.tsx'

/** A case: what is said, who fell over it, the draft where it is mended, and what became of it. */
export function FlawPage() {
  const { may } = useCourse()
  return (
    <DetailPage
      get={lyceum.flaws.get}
      input={({ course: courseId, id: flawId }) => ({ courseId, flawId })}
      title={placeOfFlaw}
      columns={{
        flawKind: ({ kind }) => t(`flaws.kind.${kind}`),
        reports: ({ reports }) => showNumber(reports),
        lastReported: ({ reportedAt }) => showInstant(reportedAt),
        outcome: (flaw) => <Outcome of={flaw} />,
      }}
      more={({ reply, settledBy }) => ({
        ...(reply !== null && { reply: <bdi>{reply}</bdi> }),
        ...(settledBy !== null && { actor: <bdi>{settledBy.name}</bdi> }),
      })}
      actions={(flaw) => may('write') && <Acts flaw={flaw} />}
    >
      {(flaw) => (
        <>
          <Words flaw={flaw} />
          {flaw.question !== null && (
            <Section title={t('flaws.how')}>
              <OfQuestion flaw={flaw}>
                {(question) => <Statistics question={question} />}
              </OfQuestion>
            </Section>
          )}
        </>
      )}
    </DetailPage>
  )
}

function Acts({ flaw }: { flaw: Flaw }) {
  const { courseId } = useCourse()
  const { id: flawId, lesson, question, outcome } = flaw
  return (
    <>
      {lesson.currentKey === null ? (
        <p className="text-muted">{t('flaws.gone')}</p>
      ) : (
        <ToDraft lessonKey={lesson.currentKey} questionKey={question?.key} />
      )}
      <DialogButton label={t('flaws.effect')} wide>
        {() => <Effects flaw={flaw} />}
      </DialogButton>
      {outcome === null && (
        <FormDialog
          name="flaws.settle"
          look="primary"
          to={lyceum.flaws.settle}
          input={{ courseId, flawId }}
          fields={['outcome', 'reply']}
        />
      )}
    </>
  )
}

/** Leads to the very question in the draft; the first change there begins one. */
function ToDraft({ lessonKey: key, questionKey }: { lessonKey: string; questionKey?: string }) {
  const { courseId } = useCourse()
  const isQuestion = questionKey !== undefined
  const { data } = useRead(lyceum.drafts.getLesson, { courseId, key }, { enabled: isQuestion })
  return (
    <ButtonLink
      to="/studio/$course/lesson/$key"
      params={{ course: courseId, key }}
      hash={isQuestion ? pathOf(data, questionKey) : undefined}
    >
      {t('flaws.inDraft')}
    </ButtonLink>
  )
}

function pathOf(lesson: DraftLesson | undefined, questionKey: string): string | undefined {
  if (lesson?.type !== 'quiz') return undefined
  const paths = lesson.quiz?.pools.flatMap(({ questions }, pool) =>
    questions.flatMap(({ key }, at) =>
      key === questionKey ? `quiz.pools.${pool}.questions.${at}` : [],
    ),
  )
  return paths?.[0]
}

/** Shows at once what publishing the draft would do, and what grading the question again would. */
function Effects({ flaw }: { flaw: Flaw }) {
  const { courseId } = useCourse()
  return (
    <div className="flex flex-col gap-8">
      <Read of={lyceum.drafts.get} input={{ courseId }} staleTime={0}>
        {({ isOpen }) =>
          isOpen ? (
            <>
              <Read of={lyceum.drafts.impact} input={{ courseId }} staleTime={0}>
                {(impact) => <Effect {...impact} />}
              </Read>
              <ButtonLink to="/studio/$course/publish" params={{ course: courseId }}>
                {t('flaws.toPublish')}
              </ButtonLink>
            </>
          ) : (
            <Empty>{t('publish.nothing')}</Empty>
          )
        }
      </Read>
      {flaw.question !== null && (
        <Section title={t('regrade.title')}>
          <OfQuestion flaw={flaw}>{(question) => <Regrade question={question} />}</OfQuestion>
        </Section>
      )}
    </div>
  )
}

interface OfQuestionProps {
  flaw: Flaw
  children: (question: QuestionStatistics) => React.ReactNode
}

function OfQuestion({ flaw: { lesson, question }, children }: OfQuestionProps) {
  const { courseId } = useCourse()
  const of = { courseId, key: lesson.currentKey ?? lesson.key, question: question?.key }
  return (
    <ReadList
      of={lyceum.questions.statistics}
      input={of}
      empty={t('questions.none')}
      each={children}
    />
  )
}

function Words({ flaw: { id: flawId } }: { flaw: Flaw }) {
  const { courseId } = useCourse()
  return (
    <Section title={t('flaws.words')}>
      <ReadList
        of={lyceum.flaws.words}
        input={{ courseId, flawId }}
        empty={t('flaws.words.none')}
        className="flex max-w-3xl flex-col gap-4"
        each={({ text, quote, seconds, answer, createdAt }) => (
          <div className="border-t border-line pt-3">
            <p className="text-sm text-muted">
              {showInstant(createdAt)}
              {seconds !== null && ` · ${showTime(seconds)}`}
            </p>
            {quote !== null && (
              <blockquote dir="auto" className="border-s-4 border-line ps-3 text-muted">
                {quote}
              </blockquote>
            )}
            {answer !== null && <p dir="auto">{t('flaws.answered', { answer })}</p>}
            {text !== null && (
              <p dir="auto" className="whitespace-pre-wrap">
                {text}
              </p>
            )}
          </div>
        )}
      />
    </Section>
  )
}

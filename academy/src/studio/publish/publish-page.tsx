import { type Draft, type DraftImpact, isLyceumError } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Badge, ProgressBar } from '../../ui/bits.tsx'
import { ActionButton, Button } from '../../ui/button.tsx'
import { Empty, Loaded, Read } from '../../ui/data/loaded.tsx'
import { DetailPage } from '../../ui/data/pages.tsx'
import { showInstant } from '../../ui/format.ts'
import { ConfirmButton } from '../../ui/forms/dialog.tsx'
import { FieldsForm } from '../../ui/forms/fields-form.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Section } from '../../ui/page.tsx'
import { AskButton, Comments } from '../comments/comments.tsx'
import { useCourse } from '../courses/course.ts'
import { Severity, sentenceOf } from '../lessons/problems.tsx'
import { Changes } from './changes.tsx'
import { Effect } from './effect.tsx'
import { Moves } from './moves.tsx'

/** Publishes a draft, after showing whom it affects. */
export function PublishPage() {
  const { courseId, version } = useCourse()
  return (
    <DetailPage get={lyceum.drafts.get} input={() => ({ courseId })} title="studio.publish">
      {(draft) => (
        <>
          {draft.isOpen ? (
            <OpenDraft key={draft.revision} draft={draft} />
          ) : (
            <div className="mb-10">
              <Empty>{t('publish.nothing')}</Empty>
            </div>
          )}
          {version !== null && <Moves to={version} />}
        </>
      )}
    </DetailPage>
  )
}

function OpenDraft({ draft }: { draft: Draft }) {
  const { courseId, revision } = draft
  const options = queryOptions(lyceum.drafts.impact, { courseId })
  const query = useQuery({
    ...options,
    // Keyed by revision: the impact of exactly this draft.
    queryKey: [...options.queryKey, revision],
    refetchInterval: ({ state }) => (countingOf(state.error) === undefined ? false : 2_000),
  })
  const counting = countingOf(query.error)
  if (counting !== undefined && query.data === undefined)
    return (
      <div role="status" className="py-8">
        <p className="mb-2">{t('publish.counting')}</p>
        <ProgressBar percent={counting * 100} label={t('publish.counting')} />
      </div>
    )
  return <Loaded query={query}>{(impact) => <Publishing draft={draft} impact={impact} />}</Loaded>
}

/** Returns how much of a large course is counted, 0 to 1. */
function countingOf(error: unknown): number | undefined {
  if (!isLyceumError(error, 'drafts.impact') || error.name !== 'ImpactNotCounted') return undefined
  const { done = 0, total = 1 } = error.facts ?? {}
  return total === 0 ? 0 : done / total
}

/** The name of the button that leaves a minor change to new learners. */
const forNew = 'for-new'

function Publishing({ draft, impact }: { draft: Draft; impact: DraftImpact }) {
  const { courseId, revision, baseVersion } = draft
  const { may, requiresReview } = useCourse()
  const canPublish = may('write')
  const isReviewed = requiresReview || draft.review.requestedAt !== null
  const lessons = draft.sections.flatMap((section) => section.lessons)
  const titles = new Map(
    [...impact.changes, ...lessons].map(({ key, title }) => [key, title] as const),
  )
  const kind = baseVersion === null ? 'first' : impact.kind
  const isCorrection = impact.kind === 'minor' || impact.kind === 'terms'
  const { correctable } = impact.learners
  const isForEveryone = isCorrection && correctable > 0
  // Two buttons of the same weight: neither of the two is what a hurried click means.
  const isForNew = useRef(false)
  return (
    <>
      <Section title={t('changes.title')} actions={<Badge>{t(`kind.${kind}`)}</Badge>}>
        <p className="mb-3 text-muted">{t(`kind.${kind}.text`)}</p>
        <Changes
          changes={impact.changes}
          count={impact.changeCount}
          facts={impact.facts}
          titles={titles}
          whole={(key, show) => (
            <Read of={lyceum.drafts.diffLesson} input={{ courseId, key }}>
              {({ facts }) => show(facts)}
            </Read>
          )}
          action={(key, fact) => isReviewed && <AskButton lessonKey={key} path={fact?.path} />}
        />
      </Section>
      <Section title={t('effect.title')}>
        <Effect {...impact} titles={titles} />
      </Section>
      {impact.problems.length > 0 && (
        <Section title={t('publish.problems')}>
          <ul className="flex flex-col gap-2">
            {impact.problems.map((problem) => (
              <li
                key={`${problem.path} ${problem.message}`}
                className="flex flex-wrap items-baseline gap-2"
              >
                <Severity of={problem} />
                <Where problem={problem} titles={titles} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Review draft={draft} />
      <Comments titles={titles} isExpected={isReviewed} />
      {canPublish && (
        <Section title={t('studio.publish')}>
          <div
            className="max-w-2xl"
            onSubmitCapture={({ nativeEvent }) => {
              const { submitter } = nativeEvent as SubmitEvent
              isForNew.current = submitter?.getAttribute('name') === forNew
            }}
          >
            <FieldsForm
              submit={isForEveryone ? t('publish.toEveryone') : t('publish.do')}
              done={t('publish.done')}
              to={lyceum.drafts.publish}
              input={{ courseId, revision, baseVersion }}
              fields={['note']}
              without={['reach']}
              send={(input) => {
                const reach = isForEveryone && !isForNew.current ? 'everyone' : 'new'
                return lyceum.drafts.publish.mutate({ ...input, reach })
              }}
              above={isForEveryone && <p>{t('publish.whom', { count: correctable })}</p>}
              actions={
                <>
                  {isForEveryone && (
                    <Button type="submit" look="primary" name={forNew}>
                      {t('publish.toNew')}
                    </Button>
                  )}
                  <ConfirmButton
                    name="publish.discard"
                    run={() => lyceum.drafts.discard.mutate({ courseId, revision })}
                  />
                </>
              }
            />
          </div>
        </Section>
      )}
    </>
  )
}

/** Shows where a problem is; a lesson links to its editor. */
function Where({ problem, titles }: WhereProps) {
  const { courseId } = useCourse()
  const [start = '', key = ''] = /^lessons\.([^.]+)\./.exec(problem.path) ?? []
  const title = titles.get(key)
  if (title === undefined) return sentenceOf(problem)
  return (
    <>
      <TextLink
        to="/studio/$course/lesson/$key"
        params={{ course: courseId, key }}
        hash={problem.path.slice(start.length)}
      >
        {title}
      </TextLink>
      {sentenceOf(problem, start)}
    </>
  )
}

interface WhereProps {
  problem: DraftImpact['problems'][number]
  titles: ReadonlyMap<string, string>
}

/** Approves the draft, by somebody who did not write it, where the course requires that. */
function Review({ draft }: { draft: Draft }) {
  const { may, requiresReview } = useCourse()
  const { courseId, revision } = draft
  const { requestedAt, approvedAt } = draft.review
  if (!requiresReview && requestedAt === null) return null
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
        {requestedAt !== null && approvedAt === null && may('review') && (
          <ActionButton
            name="review.approve"
            look="primary"
            run={() => lyceum.drafts.approve.mutate({ courseId, revision })}
          />
        )}
        {requestedAt !== null && approvedAt === null && may('review') && (
          <FormDialog
            name="review.sendBack"
            to={lyceum.drafts.requestChanges}
            input={{ courseId, revision }}
            fields={['text']}
            labels={{ text: 'remark' }}
          />
        )}
      </div>
    </Section>
  )
}

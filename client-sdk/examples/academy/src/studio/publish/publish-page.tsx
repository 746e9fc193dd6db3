import { type Draft, type Impact, isLyceumError } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Badge, ProgressBar } from '../../ui/bits.tsx'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { Fields } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { Empty, Loaded } from '../../ui/loaded.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { useCourse, useMay } from '../courses/course.ts'
import { Changes } from './changes.tsx'
import { Effect } from './effect.tsx'
import { Moves } from './moves.tsx'
import { Review } from './review.tsx'

/** From a draft to a version, with a look at whom it hits before anything happens. */
export function PublishPage() {
  const { id: courseId, version } = useCourse()
  // As it is now, also if others write.
  const draft = useQuery({ ...queryOptions(lyceum.drafts.get, { courseId }), staleTime: 0 })
  return (
    <Page title={t('studio.publish')} lead={t('publish.lead')}>
      <Loaded query={draft}>
        {(draft) =>
          draft.isOpen ? (
            <OpenDraft key={draft.revision} draft={draft} />
          ) : (
            <div className="mb-10">
              <Empty>{t('publish.nothing')}</Empty>
            </div>
          )
        }
      </Loaded>
      {version !== null && <Moves to={version} />}
    </Page>
  )
}

function OpenDraft({ draft }: { draft: Draft }) {
  const { courseId, revision } = draft
  const { data, error, ...rest } = useQuery({
    ...queryOptions(lyceum.drafts.impact, { courseId }),
    // The impact of exactly this draft.
    queryKey: [...queryOptions(lyceum.drafts.impact, { courseId }).queryKey, revision],
    refetchInterval: ({ state }) => (countingOf(state.error) === undefined ? false : 2_000),
  })
  const counting = countingOf(error)
  if (counting !== undefined && data === undefined)
    return (
      <div role="status" className="py-8">
        <p className="mb-2">{t('publish.counting')}</p>
        <ProgressBar percent={counting * 100} label={t('publish.counting')} />
      </div>
    )
  return (
    <Loaded query={{ data, error, ...rest }}>
      {(impact) => <Publishing draft={draft} impact={impact} />}
    </Loaded>
  )
}

/** How much of a large course is counted, 0 to 1. */
function countingOf(error: unknown): number | undefined {
  if (!isLyceumError(error, 'drafts.impact') || error.name !== 'ImpactNotCounted') return undefined
  const { done = 0, total = 1 } = error.facts ?? {}
  return total === 0 ? 0 : done / total
}

const kinds = { note: 'long' } as const

function Publishing({ draft, impact }: { draft: Draft; impact: Impact }) {
  const { courseId, revision, baseVersion } = draft
  const canPublish = useMay(useCourse())('write')
  const lessons = draft.sections.flatMap((section) => section.lessons)
  const titles = new Map(lessons.map(({ key, title }) => [key, title]))
  const isForEveryone = impact.kind === 'minor' && impact.learners.correctable > 0
  return (
    <>
      <Section
        title={t('changes.title')}
        actions={<Badge>{t(`kind.${baseVersion === null ? 'first' : impact.kind}`)}</Badge>}
      >
        <p className="mb-3 text-muted">
          {t(`kind.${baseVersion === null ? 'first' : impact.kind}.text`)}
        </p>
        <Changes changes={impact.changes} count={impact.changeCount} titles={titles} />
      </Section>
      <Section title={t('effect.title')}>
        <Effect {...impact} />
      </Section>
      {impact.problems.length > 0 && (
        <Section title={t('publish.problems')}>
          <ul className="flex flex-col gap-2">
            {impact.problems.map(({ severity, path, message }) => (
              <li key={`${path} ${message}`} className="flex flex-wrap items-baseline gap-2">
                <Badge tone={severity === 'error' ? 'bad' : 'warn'}>
                  {t(`publish.${severity}`)}
                </Badge>
                <code className="text-sm">{path}</code> {message}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Review draft={draft} />
      {canPublish && (
        <Section title={t('studio.publish')}>
          <Form
            className="max-w-2xl"
            submit={t('publish.do')}
            done={t('publish.done')}
            onSubmit={({ note, reach: chosen }) => {
              const reach = chosen === 'everyone' ? ('everyone' as const) : undefined
              const version = { note: note || undefined, reach }
              return lyceum.drafts.publish.mutate({ courseId, revision, baseVersion, ...version })
            }}
            actions={
              <ConfirmButton
                name="publish.discard"
                run={() => lyceum.drafts.discard.mutate({ courseId, revision })}
              />
            }
          >
            <Fields kinds={isForEveryone ? { ...kinds, reach: ['new', 'everyone'] } : kinds} />
          </Form>
        </Section>
      )}
    </>
  )
}

import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { useList } from '../../ui/data/list.tsx'
import { Read } from '../../ui/data/loaded.tsx'
import { ListPage } from '../../ui/data/pages.tsx'
import { showDay, showNumber } from '../../ui/format.ts'
import { ConfirmButton } from '../../ui/forms/dialog.tsx'
import { LiveFields } from '../../ui/forms/fields.tsx'
import { Section } from '../../ui/page.tsx'
import { useCourse } from '../courses/course.ts'
import { Changes } from '../publish/changes.tsx'

/** Lists the published versions, compares two, and restores one. */
export function VersionsPage() {
  const { courseId, canWrite, hasDraft } = useCourse()
  const { data: versions = [] } = useList(lyceum.versions.list, { courseId })

  async function restore(number: number): Promise<void> {
    const { revision } = await lyceum.drafts.get.query({ courseId })
    await lyceum.versions.restore.mutate({ courseId, number, revision, replaceDraft: hasDraft })
  }

  return (
    <ListPage
      title="studio.versions"
      list={lyceum.versions.list}
      input={{ courseId }}
      columns={{
        version: ({ number }) => showNumber(number),
        change: ({ kind }) => kind && t(`kind.${kind}`),
        note: ({ note }) => <bdi>{note}</bdi>,
        published: ({ publishedAt }) => showDay(publishedAt),
        learners: ({ learners }) => learners,
        actions: ({ number }) => (
          <span className="flex flex-wrap gap-1">
            <ButtonLink
              look="quiet"
              to="/studio/$course/versions/$number"
              params={{ course: courseId, number: String(number) }}
            >
              {t('versions.read')}
            </ButtonLink>
            {canWrite && (
              <ConfirmButton
                name="versions.restore"
                look="quiet"
                title={t('versions.restoreOne', { number: showNumber(number) })}
                text={t(hasDraft ? 'versions.restoreOver' : 'versions.restore.ask')}
                run={() => restore(number)}
                leadsTo={() => `/studio/${courseId}/publish`}
              />
            )}
          </span>
        ),
      }}
    >
      {versions.length > 1 && (
        <Compare numbers={versions.map(({ number }) => `${number}` as const)} />
      )}
    </ListPage>
  )
}

function Compare({ numbers }: { numbers: readonly `${number}`[] }) {
  const { courseId } = useCourse()
  const [newest, before] = numbers
  const [pair, setPair] = useState({ fromVersion: before ?? null, toVersion: newest ?? null })
  const [from, to] = [Number(pair.fromVersion), Number(pair.toVersion)]
  return (
    <Section title={t('versions.compare')}>
      <LiveFields
        className="mb-4 flex flex-wrap gap-3"
        kinds={{ fromVersion: numbers, toVersion: numbers }}
        of={pair}
        onChange={setPair}
      />
      <Read of={lyceum.versions.diff} input={{ courseId, from, to }}>
        {({ changes, changeCount, facts }) => (
          <Changes
            key={`${from} ${to}`}
            changes={changes}
            count={changeCount}
            facts={facts}
            whole={(lesson, show) => (
              <Read of={lyceum.versions.diff} input={{ courseId, from, to, lesson }}>
                {({ text }) => text && show(text.facts)}
              </Read>
            )}
          />
        )}
      </Read>
    </Section>
  )
}

import type { CourseSource } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton } from '../../ui/button.tsx'
import { Loaded, useRead } from '../../ui/data/loaded.tsx'
import { FactList } from '../../ui/data/parts.tsx'
import { isNotFound } from '../../ui/error-text.ts'
import { showInstant } from '../../ui/format.ts'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { ConfirmButton } from '../../ui/forms/dialog.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { nameOf } from '../../ui/names.ts'
import { Page, Section } from '../../ui/page.tsx'
import { Severity } from '../lessons/problems.tsx'
import { Found } from '../outline/import-course.tsx'
import { useCourse } from './course.ts'

const waitMilliseconds = 2_000

/** The git repository that a course comes from: how the last sync went, and what it said. */
export function SourcePage() {
  const { courseId, canWrite } = useCourse()
  const query = useRead(
    lyceum.sources.get,
    { courseId },
    { staleTime: 0, again: ({ isSyncing }) => isSyncing && waitMilliseconds },
  )
  const isNone = isNotFound(query.error)
  return (
    <Page
      title={t('studio.source')}
      lead={t('studio.source.lead')}
      actions={(isNone || query.data) && <Connect of={query.data ?? null} asks={canWrite} />}
    >
      {isNone ? (
        <p className="text-muted">{t('studio.source.none')}</p>
      ) : (
        <Loaded query={query}>{(source) => <Source of={source} />}</Loaded>
      )}
    </Page>
  )
}

function Source({ of: source }: { of: CourseSource }) {
  const { courseId } = useCourse()
  const { url, branch, folder, format, outcome, status, isSyncing, syncedAt, commit } = source
  const { problems, hookUrl } = source
  return (
    <>
      <FactList
        of={{
          url,
          branch: branch ?? t('field.branch.none'),
          ...(folder !== '' && { folder }),
          format: nameOf(format, 'format'),
          newContent: nameOf(outcome, 'newContent'),
          status: isSyncing ? t('source.isSyncing') : nameOf(status, 'syncStatus'),
          ...(syncedAt !== null && { at: showInstant(syncedAt) }),
          ...(commit !== null && { commit: commit.slice(0, 10) }),
        }}
      />
      <div className="my-4 flex flex-wrap gap-3">
        <ActionButton
          name="source.sync"
          look="primary"
          run={() => lyceum.sources.sync.mutate({ courseId })}
        />
        <FormDialog
          name="source.preview"
          to={lyceum.sources.preview}
          input={{ courseId }}
          fields={[]}
          result={(found) => <Found of={found} />}
        />
        <ConfirmButton
          name="source.remove"
          run={() => lyceum.sources.remove.mutate({ courseId })}
        />
      </div>
      {problems.length > 0 && (
        <Section title={t('publish.problems')}>
          <ul className="flex flex-col gap-2">
            {problems.map((problem) => (
              <li key={`${problem.place} ${problem.message}`} className="flex items-baseline gap-2">
                <Severity of={problem} />
                <span lang="en">
                  {problem.place} {problem.message}
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={t('source.hook')}>
        <CopyField label={t('field.url')} value={hookUrl} hint={t('source.hookText')} />
      </Section>
    </>
  )
}

/** Connects a repository, or changes how it is read; a secret is shown once. */
function Connect({ of: source, asks }: { of: CourseSource | null; asks: boolean }) {
  const { courseId } = useCourse()
  return (
    <FormDialog
      name={source === null ? 'source.connect' : 'source.change'}
      look={source === null ? 'primary' : 'normal'}
      to={lyceum.sources.set}
      input={{ courseId, ...(source === null && asks && { takeOver: true }) }}
      fields={['url', 'branch', 'folder', 'format', 'outcome', 'credential']}
      labels={{ outcome: 'newContent' }}
      without={['takeOver', 'newHookSecret']}
      defaults={source === null ? { format: 'auto', outcome: 'draft' } : { ...source }}
      send={({ credential, ...settings }) =>
        lyceum.sources.set.mutate({ ...settings, ...(credential && { credential }) })
      }
      result={({ hookSecret }) =>
        hookSecret === null ? (
          <p>{t('source.connected')}</p>
        ) : (
          <CopyField label={t('source.secret')} value={hookSecret} hint={t('source.secretOnce')} />
        )
      }
    />
  )
}

import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/form.tsx'
import { showDay, showNumber } from '../../ui/format.ts'
import { ReadList } from '../../ui/list.tsx'
import { Read } from '../../ui/loaded.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { useCanWrite, useCourse } from '../courses/course.ts'
import { Changes } from '../publish/changes.tsx'

/** What was published, what is different between two versions, and the way back to one. */
export function VersionsPage() {
  const course = useCourse()
  const courseId = course.id
  const canWrite = useCanWrite(course)
  return (
    <Page title={t('studio.versions')} lead={t('studio.versions.lead')}>
      <ReadList of={lyceum.versions.list} input={{ courseId }} empty={t('versions.none')}>
        {(versions) => (
          <>
            <Table
              label={t('studio.versions')}
              items={versions}
              keyOf={({ number }) => String(number)}
              columns={{
                version: ({ number }) => showNumber(number),
                change: ({ kind }) => kind && t(`kind.${kind}`),
                note: ({ note }) => <bdi>{note}</bdi>,
                published: ({ publishedAt }) => showDay(publishedAt),
                learners: ({ learners }) => learners,
                actions: ({ number }) => canWrite && <Restore number={number} />,
              }}
            />
            {versions.length > 1 && <Compare numbers={versions.map(({ number }) => number)} />}
          </>
        )}
      </ReadList>
    </Page>
  )
}

function Restore({ number }: { number: number }) {
  const { id: courseId, hasDraft } = useCourse()
  const navigate = useNavigate()
  return (
    <ConfirmButton
      name="versions.restore"
      look="quiet"
      title={t('versions.restoreOne', { number: showNumber(number) })}
      text={t(hasDraft ? 'versions.restoreOver' : 'versions.restore.ask')}
      run={async () => {
        const { revision } = await lyceum.drafts.get.query({ courseId })
        await lyceum.versions.restore.mutate({ courseId, number, revision, replaceDraft: hasDraft })
        await navigate({ to: '/studio/$course/publish', params: { course: courseId } })
      }}
    />
  )
}

const colors: Record<string, string> = { '+': 'text-good', '-': 'text-bad' }

function Compare({ numbers }: { numbers: readonly number[] }) {
  const { id: courseId, language } = useCourse()
  const [to = 1, from = 1] = numbers
  const [pair, setPair] = useState({ from, to })
  const [lesson, setLesson] = useState<string>()
  const choice = (side: 'from' | 'to') => (
    <SelectField
      label={t(`versions.${side}`)}
      value={String(pair[side])}
      options={Object.fromEntries(numbers.map((number) => [number, showNumber(number)]))}
      onChange={(number) => {
        setLesson(undefined)
        setPair({ ...pair, [side]: Number(number) })
      }}
    />
  )
  return (
    <div className="mt-10">
      <Section title={t('versions.compare')}>
        <div className="mb-4 flex flex-wrap gap-3">
          {choice('from')}
          {choice('to')}
        </div>
        <Read of={lyceum.versions.diff} input={{ courseId, ...pair, lesson }}>
          {({ changes, changeCount, text }) => (
            <>
              <p className="mb-2 text-sm text-muted">{t('versions.openHint')}</p>
              <Changes changes={changes} count={changeCount} onOpen={setLesson} />
              {text !== undefined && (
                <pre
                  lang={language}
                  className="mt-4 overflow-x-auto rounded-lg border border-line p-3 text-sm whitespace-pre-wrap"
                >
                  {text.patch === '' && t('versions.sameText')}
                  {(text.patch ?? t('versions.longText')).split(/^/m).map((line, number) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that stays.
                    <span key={number} className={colors[line.charAt(0)]}>
                      {line}
                    </span>
                  ))}
                </pre>
              )}
            </>
          )}
        </Read>
      </Section>
    </div>
  )
}

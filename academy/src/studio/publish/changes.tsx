import type { Change } from '@lyceum/sdk'
import { type ReactNode, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Table } from '../../ui/data/table.tsx'
import { showNumber } from '../../ui/format.ts'
import { useCourse } from '../courses/course.ts'

interface ChangesProps {
  changes: readonly Change[]
  count: number
  titles?: ReadonlyMap<string, string>
  /** Shows the diff of a lesson's text below its changes, once opened. */
  patchOf: (key: string) => ReactNode
}

export function Changes({ changes, count, titles, patchOf }: ChangesProps) {
  const [opened, setOpened] = useState<string>()
  if (count === 0) return <p className="text-muted">{t('changes.none')}</p>
  return (
    <>
      <p className="mb-2 text-sm text-muted">{t('changes.openHint')}</p>
      <Table
        label={t('changes.title')}
        items={changes}
        keyOf={({ key, what }) => `${key} ${what}`}
        onOpen={({ key }) => setOpened(key)}
        columns={{
          lesson: ({ key }) => <bdi>{titles?.get(key) ?? key}</bdi>,
          change: ({ what, formerKey = '' }) => `${t(`changes.${what}`)} ${formerKey}`,
          bytesBefore: ({ sizeBefore }) => sizeBefore,
          bytesAfter: ({ sizeAfter }) => sizeAfter,
        }}
      />
      {count > changes.length && (
        <p className="mt-2 text-muted">{t('changes.all', { count: showNumber(count) })}</p>
      )}
      {opened !== undefined && patchOf(opened)}
    </>
  )
}

const colors: Record<string, string> = { '+': 'text-good', '-': 'text-bad' }

/** A unified diff, line by line. */
export function Patch({ patch }: { patch: string | null }) {
  const { language } = useCourse()
  return (
    <pre
      lang={language}
      className="mt-4 overflow-x-auto rounded-lg border border-line p-3 text-sm whitespace-pre-wrap"
    >
      {patch === '' && t('changes.sameText')}
      {(patch ?? t('changes.longText')).split(/^/m).map((line, number) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that stays.
        <span key={number} className={colors[line.charAt(0)]}>
          {line}
        </span>
      ))}
    </pre>
  )
}

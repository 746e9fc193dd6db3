import type { Change } from '@lyceum/sdk'
import { t } from '../../texts/texts.ts'
import { showNumber } from '../../ui/format.ts'
import { Table } from '../../ui/table.tsx'

interface ChangesProps {
  changes: readonly Change[]
  count: number
  titles?: ReadonlyMap<string, string>
  onOpen?: (key: string) => void
}

export function Changes({ changes, count, titles, onOpen }: ChangesProps) {
  if (count === 0) return <p className="text-muted">{t('changes.none')}</p>
  return (
    <>
      <Table
        label={t('changes.title')}
        items={changes}
        keyOf={({ key, what }) => `${key} ${what}`}
        onOpen={onOpen && (({ key }) => onOpen(key))}
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
    </>
  )
}

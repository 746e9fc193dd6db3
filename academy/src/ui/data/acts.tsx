import type { Outputs } from '@lyceum/sdk'
import type { ReactNode } from 'react'
import { findText, t } from '../../texts/texts.ts'
import { Named, Status } from './parts.tsx'
import { Table } from './table.tsx'

export type ActLook = Outputs['learners']['act']
type Row = Outputs['learners']['acted']['rows'][number]

/** Shows what an act on many would do, row by row: first what is refused, and why. */
export function ActLooked({ of, children }: { of: ActLook; children?: ReactNode }) {
  return (
    <div className="flex flex-col gap-4" role="status">
      <p>{t('many.look', of)}</p>
      {children}
      {of.failed > 0 && <ActRows rows={of.rows.filter(({ outcome }) => outcome === 'failed')} />}
    </div>
  )
}

export function ActRows({ rows }: { rows: readonly Row[] }) {
  return (
    <Table
      label={t('many.refused')}
      items={rows}
      columns={{
        person: ({ name, email }) => <Named name={name ?? email ?? '–'} email={name && email} />,
        course: ({ course }) => <bdi>{course}</bdi>,
        result: ({ outcome }) => outcome && <Status of={outcome} />,
        reason: ({ error, message }) =>
          error === 'InvalidFields' ? message : (findText(`error.${error}`) ?? message),
      }}
    />
  )
}

import { z } from 'zod'
import {
  exampleIds,
  field,
  Id,
  IdInPath,
  Instant,
  named,
  pageInput,
  pageOf,
} from '../../../../lib/schema.ts'
import { Names } from '../admin/names.ts'
import { type HistoryEvent, historyEvents } from './record-history.ts'

export const ListHistoryInput = z.strictObject({
  courseId: field(IdInPath, 'Id of the course', exampleIds.course),
  ...pageInput,
})
export type ListHistoryInput = z.infer<typeof ListHistoryInput>

export const HistoryEntry = named('HistoryEntry', 'An entry in the history of a course', {
  at: Instant.describe('When it was done'),
  event: z
    .enum(Object.keys(historyEvents) as [HistoryEvent, ...HistoryEvent[]])
    .describe('The kind of event'),
  user: z
    .object({
      id: field(Id, 'The user', exampleIds.user),
      name: field(z.string(), 'Name of the user', 'Ada Lovelace'),
    })
    .nullable()
    .describe('The user behind it; null for the command line, and once the account is erased'),
  details: field(
    z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    'Facts of the event',
    { version: 3, kind: 'minor' },
  ),
  names: Names,
})

export const HistoryList = pageOf(HistoryEntry).meta({
  id: 'HistoryList',
  description: 'The events of a course, newest first',
})
export type HistoryList = z.infer<typeof HistoryList>

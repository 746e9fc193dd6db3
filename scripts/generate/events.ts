import { z } from 'zod'
import { type EventType, eventTypes } from '../../server/features/platform/events/event-types.ts'
import { daysKept } from '../../server/features/platform/events/forget-events.ts'
import { code, generatedFrom, markdownTable, words } from './markdown.ts'

export function eventsPage(): string {
  const types = Object.keys(eventTypes) as EventType[]
  const rows = types.map((type) => [
    code(type),
    words(eventTypes[type].means),
    Object.keys(eventTypes[type].data.shape).map(code).join(', '),
  ])
  return `${generatedFrom('`eventTypes` in server/features/platform/events/event-types.ts')}

# Events

Lyceum keeps events for programs that follow them: an account registers, a learner completes a
course, a payment arrives. Read them with \`GET /api/v1/events\` and the permission
\`events:read\`, as an administrator or with a key, or have them sent to you by
[webhooks](webhooks.md). Both give the same object:

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`

Events hold ids, numbers and amounts: no email, no name, no text that anybody wrote. Ask the API for
the rest, with the id, when you need it: you get what is true now, and nothing about an account that
was erased meanwhile. A report of progress is no event; the first completion of a lesson is one.

${markdownTable(['Type', 'What happened', 'Its data'], rows)}

${markdownTable(['Field', 'What it holds'], fieldRows(types))}

## Read them

\`\`\`
GET /api/v1/events?after=1042&types=enrollment.started,course.completed&limit=100
\`\`\`

The answer holds \`items\`, and in \`after\` the number to send next. Go on at once while \`hasMore\`
is true, and otherwise whenever you like: every second is fine. Keep \`after\` together with what
you made of the items, in one transaction if you can, and you have each event once.

- Without \`after\` you begin with the oldest event that is kept. To begin with what happens from now
  on, ask once with \`limit=1\` and go on after \`newest\`.
- With \`types\`, \`after\` also moves past the events of other types. A page may be empty while
  \`hasMore\` is true: rare types are looked for in 10,000 events at a time.
- Events are kept for ${daysKept} days. If you come back later than that, you get
  \`EventsForgotten\` (410), whose \`facts\` name the oldest one and the \`after\` to go on with, and
  never a silent gap.
- A type that you do not know is one of a later release: ignore it.

## What holds

- An event exists if and only if what it tells was committed. It is written in the same transaction,
  by the database itself, whether the API, a job, the command line or a server of the release before
  made the change.
- Numbers are given after the commit, in the order of the commits, by one process at a time and
  within about a second. Once you have seen a number, nothing below it appears any more. Within one
  transaction, and from one transaction to a later one, events keep their order.
- Numbers have no gaps, except one: after a [restore](backups.md), the next number is a million
  higher, so that none is given twice. Events from between the backup and the restore are not
  there; compare your data with that of the API.
- \`timestamp\` is the clock of the database when the event was written, and it may be later than
  the one of the next number.
- \`user.erased\` is the last event of an account. The ids in its earlier events stay until these
  are deleted, after ${daysKept} days.
`
}

const example = {
  id: '0d9a4c1e-7b52-4f3a-8c61-5e2f9b7d4a09',
  number: 1043,
  type: 'course.completed',
  timestamp: '2026-11-21T09:30:00.000Z',
  data: {
    userId: '019a9c3e-5b1a-7c44-9d10-6f2b8f1f0a01',
    courseId: '019a9c3e-61f0-7b52-8a3e-2d9c4b7e1c02',
    version: 3,
  },
}

/** Lists each field once, with the description that says most. */
function fieldRows(types: EventType[]): string[][] {
  const meanings = new Map<string, string>()
  for (const type of types)
    for (const [field, schema] of Object.entries(eventTypes[type].data.shape)) {
      const { description = '' } = z.globalRegistry.get(schema) ?? {}
      const known = meanings.get(field) ?? ''
      meanings.set(field, description.length > known.length ? description : known)
    }
  return [...meanings].map(([field, means]) => [code(field), words(means)])
}

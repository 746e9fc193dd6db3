import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { publishEvents } from '../../../server/features/platform/events/publish-events.ts'
import { forAllTests, startApi } from '../../../server/test/api.ts'
import { checkEvents } from './events.ts'
import { checkPostponed } from './postponed.ts'

const api = await forAllTests(startApi())

async function secondsInMetrics(): Promise<number> {
  const { text } = await api.request('GET /metrics')
  return Number(/^lyceum_events_unpublished_seconds (\S+)$/m.exec(text)?.[1])
}

test('events that wait for longer than a minute are a warning, and the metrics say for how long', async () => {
  await api.given.learner()
  expect(await checkEvents(api.deps.db)).toEqual([])

  await api.deps.db.execute(sql`update events set at = at - interval '5 minutes'`)
  expect(await checkEvents(api.deps.db)).toMatchObject([
    { check: 'events', state: 'warning', detail: expect.stringContaining('5 minutes') },
  ])
  expect(await secondsInMetrics()).toBeGreaterThanOrEqual(300)

  await publishEvents(api.deps)
  expect(await checkEvents(api.deps.db)).toEqual([])
  expect(await secondsInMetrics()).toBe(0)
})

test('what a job could not do for an item is a warning that names it and why', async () => {
  expect(await checkPostponed(api.deps.db)).toEqual([])
  await api.deps.db.execute(`insert into postponed_items
    values ('end-enrollment', 'an-id', 1, 'Error: broken', now(), now())`)
  const detail = 'end-enrollment an-id: Error: broken'
  expect(await checkPostponed(api.deps.db)).toMatchObject([{ state: 'warning', detail }])
})

import { expect, test, vi } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { completeCourse, givenGraduate } from '../../../test/learning.ts'
import { switchablePrinter } from '../../../test/printers.ts'

test('certificates are listed with one query, however many a user has', async () => {
  await using api = await startApi({ printer: switchablePrinter({ available: true }) })
  const { learner } = await givenGraduate(api)
  for (let more = 0; more < 3; more++) {
    const course = await api.given.course()
    await api.given.enrollment(learner, course)
    await completeCourse(api, { learner, course })
  }
  const states = async () =>
    (await api.as(learner).certificates.list.query({ userId: learner.id })).items.map(
      ({ pdf }) => pdf,
    )
  await expect.poll(states).toEqual(['ready', 'ready', 'ready', 'ready'])

  const { $client } = api.deps.db as unknown as {
    $client: { query(statement: { text?: string }): unknown }
  }
  const statements = vi.spyOn($client, 'query')
  const { body } = await api.request('GET /api/v1/me', { token: learner.token })

  expect(body.certificates).toHaveLength(4)
  expect(
    statements.mock.calls.filter(([{ text }]) => text?.includes('"certificate_files"')),
  ).toHaveLength(1)
})

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { OperationObject, Schema } from '../http/endpoints/document.ts'
import { describeApi } from '../http/openapi/openapi.ts'
import { forAllTests, startApi } from './api.ts'
import { crawlerOf } from './crawl.ts'

/*
 * Checks that what people type stays in erasable rows: a word stands in every text of every
 * request, and is then looked for in the log and in the audit trail.
 */
const canary = /zqx-?canary/i
const logLines: string[] = []
const api = await forAllTests(startApi({ logLines }))
api.deps.printer.drawCertificate = async () => Buffer.from('PNG')
const { paths, components } = describeApi('http://lyceum.test')

/** Returns the same schema, whose free texts have the word as their only example. */
function withCanary(schema: Schema): Schema {
  const each = (schemas: Schema[] | undefined) => schemas?.map(withCanary)
  const { enum: choices, format, pattern, properties, items } = schema
  const isFree = schema.type === 'string' && (choices ?? format ?? pattern) === undefined
  return {
    ...schema,
    ...(isFree && { examples: ['zqxcanary words'] }),
    ...(format === 'uri' && { examples: ['https://example.org/zqxcanary'] }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, withCanary(one)]),
      ),
    }),
    ...(items && { items: withCanary(items) }),
    ...(schema.anyOf && { anyOf: each(schema.anyOf) }),
    ...(schema.oneOf && { oneOf: each(schema.oneOf) }),
  } as Schema
}

async function recorded(): Promise<string> {
  const { rows } = await api.deps.db.execute(sql`select * from audit_events order by id`)
  return JSON.stringify(rows)
}

test('what anybody types in any request stands neither in the log nor in the audit trail', async () => {
  const [admin, owner, learner] = await Promise.all([
    api.given.admin(),
    api.given.admin(),
    api.given.learner(),
  ])
  const course = await api.given.course()
  await api.given.enrollment(learner, course)
  await api.deps.db.execute(sql`update courses set managed_by = 'http'`)
  await api.deps.db.execute(sql`insert into course_members (course_id, user_id, role, added_at)
    values (${course.id}, ${admin.id}, 'owner', now()), (${course.id}, ${owner.id}, 'owner', now())`)
  const known = {
    ...{ courseId: [course.id], courseIds: [[course.id]], course: [course.id] },
    ...{ userId: [learner.id], user: [learner.id], dryRun: [false], password: [admin.password] },
    ...{ lessonKey: ['lesson-1'], key: ['lesson-1'], email: [`zqxcanary@example.com`] },
    ...{ until: [null], dueOn: ['2099-01-01'], timePercent: [50], code: ['zqxcanary-20'] },
  }
  const schemas = Object.fromEntries(
    Object.entries(components.schemas).map(([name, schema]) => [name, withCanary(schema)]),
  )
  const crawl = crawlerOf(api)
  const answers = [
    ...(await crawl(admin, { schemas, known })),
    ...(await crawl(learner, { schemas, known })),
    ...(await crawl(undefined, { schemas, known })),
  ]
  // Filters and searches, and headers.
  for (const [path, { get }] of Object.entries(paths) as [string, { get?: OperationObject }][]) {
    const texts = get?.parameters?.filter(({ in: place }) => place === 'query') ?? []
    const query = texts.map(({ name }) => `${name}=zqxcanary`).join('&')
    const url = path.replaceAll(/\{\w+\}/g, course.id)
    for (const one of [query, ...texts.map(({ name }) => `${name}=zqxcanary`)])
      await api.server.inject({
        url: `${url}?${one}`,
        headers: {
          authorization: `Bearer ${admin.token}`,
          'user-agent': 'zqxcanary/1.0 (zqxcanary)',
        },
      })
  }
  await api.request('POST /api/v1/auth/login', {
    body: { email: learner.email, password: learner.password },
    headers: { 'user-agent': 'zqxcanary/1.0' },
  })

  const done = new Set(answers.filter(({ status }) => status < 300).map(({ place }) => place))
  expect(done.size).toBeGreaterThan(109)
  expect(answers.filter(({ status }) => status >= 500).map(({ place }) => place)).toEqual([])
  expect(logLines.filter((line) => canary.test(line))).toEqual([])
  expect((await recorded()).match(/.{200}zqx-?canary.{80}/gi)).toBeNull()
}, 240_000)

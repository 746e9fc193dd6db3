import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { putCourseFiles } from '../../../db/queries/courses/media/course-files.ts'
import { newId } from '../../../lib/ids.ts'
import { storeMedia } from '../../../server/features/courses/media/store-media.ts'
import { invariants } from '../../../server/features/maintenance/invariants/invariants.ts'
import { givenService } from '../test/service.ts'

const { api, lyceum } = await givenService()

test('doctor --data lists violations by id, --fix repairs them once and says how, and the exit code says whether any are left', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course()]
  await api.given.enrollment(learner, course)
  const whole = await lyceum.run(['doctor', '--data'])
  expect([whole.code, whole.stdout.match(/^ok /gm)?.length]).toEqual([
    0,
    Object.keys(invariants).length + 1, // and the files of courses
  ])
  expect(whole.stdout).toMatch(/\nThe data is in order\.\n$/)

  await api.deps.withTransaction(async (db) => {
    await db.execute(
      `insert into cart_items values ('${learner.id}', '${course.id}', now(), 0, 'USD')`,
    )
    await db.execute(
      `insert into coupons (id, code, percent, uses, created_at) values ('${newId()}', 'LOST-5', 5, 1, now())`,
    )
  })
  const { promise, repaired } = invariants['owned-is-not-in-the-cart']
  const violated = await lyceum.run(['doctor', '--data'])
  expect(violated.code).toBe(1)
  expect(violated.stdout).toContain(`violated   owned-is-not-in-the-cart: ${promise}
           user ${learner.id}, course ${course.id}
           → Run \`npm run lyceum -- doctor --data --fix\`; its log says why a repair failed.\n`)
  expect(violated.stdout).toMatch(/\nSomething has to be fixed: see above\.\n$/)
  expect(violated.stdout + violated.stderr).not.toContain('@')

  const fixed = await lyceum.run(['doctor', '--data', '--fix', '--json'])
  expect([fixed.code, fixed.json.state, fixed.json.repaired.length]).toEqual([0, 'ok', 2])
  expect(fixed.json.repaired).toContainEqual({
    invariant: 'owned-is-not-in-the-cart',
    violation: { userId: learner.id, courseId: course.id },
    did: repaired,
  })
  expect(fixed.stderr).toBe('Repairing\nChecking\n')

  const again = await lyceum.run(['doctor', '--data', '--fix'])
  expect([again.code, again.stdout.includes('repaired ')]).toEqual([0, false])
})

test('doctor --data names the files of courses that are lost or elsewhere, and says what to do', async () => {
  const course = await api.given.course()
  const [first, second] = await Promise.all(
    ['bowline', 'hitch'].map((text) =>
      storeMedia(api.deps, Readable.from([Buffer.from(text)]), { maxBytes: 100 }),
    ),
  )
  await putCourseFiles(api.deps.db, {
    courseId: course.id,
    files: { 'img/knot.png': first?.sha256 ?? '' },
    now: api.deps.now(),
  })

  const whole = await lyceum.run(['doctor', '--data'])
  expect(whole.stdout).toMatch(/^ok +media-is-stored: /m)

  await api.deps.db.execute('delete from media_chunks')
  const lost = await lyceum.run(['doctor', '--data'])
  expect(lost.code).toBe(1)
  expect(lost.stdout).toMatch(/^violated +media-is-stored: /m)
  expect(lost.stdout).toContain(`course ${course.slug}, img/knot.png, SHA-256 ${first?.sha256}`)
  expect(lost.stdout).toContain(`no course, SHA-256 ${second?.sha256}`)
  expect(lost.stdout).toContain('→ Restore them from your copy')

  const inFolder = { MEDIA_STORAGE: 'folder', MEDIA_FOLDER: join(lyceum.dataDir, 'media') }
  // Files in the database are within reach, whatever the setting.
  const still = await lyceum.run(['doctor', '--data', '--json'], inFolder)
  expect(still.json.media.found).toMatchObject({ count: 2, elsewhere: [] })

  await api.deps.db.execute("update media set storage = 's3'")
  const elsewhere = await lyceum.run(['doctor', '--data', '--json'], inFolder)
  expect(elsewhere.json.media).toMatchObject({
    state: 'violated',
    found: { count: 0, elsewhere: [{ storage: 's3', count: 2 }] },
  })
  expect((await lyceum.run(['doctor', '--data'], inFolder)).stdout).toMatch(
    /in the storage "s3": 2\n +→ Set MEDIA_STORAGE=s3 again, /,
  )
  const unreachable = await lyceum.run(['doctor', '--data'], {
    ...inFolder,
    MEDIA_FOLDER: '/dev/null/media',
  })
  expect(unreachable.stdout).toMatch(/^unchecked +media-is-stored: .+\n.+\(ENOTDIR\)/m)
})

test('--fix without --data is a mistake', async () => {
  const { code, stderr } = await lyceum.run(['doctor', '--fix'])
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('error: --fix can only be used with --data'),
  ])
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { givenService } from '../../test/service.ts'

const { api, lyceum } = await givenService()

test('a CSV is enrolled in the foreground, and wrong lines are named with exit code 1', {
  timeout: 120_000,
}, async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course()]
  const [good, mixed] = [join(lyceum.dataDir, 'good.csv'), join(lyceum.dataDir, 'm.csv')]
  await writeFile(good, `email,endsAt\n${learner.email},2099-12-31\nnew@example.com,\n`)
  await writeFile(mixed, `email;course\n${learner.email};${course.slug}\nnobody;${course.slug}\n`)
  const enrolled = ['enroll', '--csv', good, '--course', course.slug, '--yes']

  const foretold = await lyceum.run([...enrolled.slice(0, -1), '--dry-run'])
  const unasked = await lyceum.run(enrolled.slice(0, -1))
  expect([foretold.code, foretold.stdout]).toEqual([
    0,
    expect.stringMatching(
      /^2 rows: 1 to enroll, 1 to invite, 0 there already, 0 refused; 2 mails\./,
    ),
  ])
  expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('--yes')])

  const first = await lyceum.run(enrolled)
  const again = await lyceum.run([...enrolled, '--json'])
  const wrong = await lyceum.run(['enroll', '--csv', mixed])

  expect([first.code, first.stdout]).toEqual([
    0,
    '2 rows: 1 enrolled, 1 invited, 0 changed, 0 unchanged, 0 failed.\n',
  ])
  expect([again.code, again.json]).toMatchObject([0, { unchanged: 2, failures: [] }])
  expect([wrong.code, wrong.stdout]).toEqual([
    1,
    '2 rows: 0 enrolled, 0 invited, 0 changed, 1 unchanged, 1 failed.\n' +
      'Line 3, nobody: InvalidFields: email is not an email address\n',
  ])
})

test('a file that cannot be read enrolls nobody, and says where it is wrong', {
  timeout: 120_000,
}, async () => {
  const file = join(lyceum.dataDir, 'wrong.csv')
  await writeFile(file, 'mail,phone,E-Mail\na@example.com,1,\n')

  const wrong = await lyceum.run(['enroll', '--csv', file, '--course', 'knots'])
  const missing = await lyceum.run(['enroll', '--csv', `${file}.old`])
  const both = await lyceum.run(['enroll', 'a@example.com', 'knots', '--csv', file])
  const nothing = await lyceum.run(['enroll'])

  expect(wrong.code).not.toBe(0)
  expect(wrong.stderr).toContain('line 1: has two columns for the same, "mail" and "E-Mail"')
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('cannot be read')])
  expect([both.code, nothing.code]).toEqual([2, 2])
})

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { givenQuiz, quizOf, withQuiz } from '../../../server/features/assessment/test-support.ts'
import { publishCourse } from '../../../server/features/authoring/import/publish-course.ts'
import { givenService } from '../test/service.ts'

const { api, lyceum } = await givenService()

test('questions of other formats become a quiz, and nothing is left without being named', async () => {
  const file = join(lyceum.dataDir, 'knots.gift')
  const output = join(lyceum.dataDir, 'quiz.md')
  await writeFile(file, 'Which holds? {=Bowline ~Slip knot}\n\nOnly words.\n')
  const refused = await lyceum.run(['quiz', 'import', file, '--output', output])
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.stderr).toContain('knots.gift:3: this question is left out: it is a text that')
  const taken = await lyceum.run(['quiz', 'import', file, '--output', output, '--allow-missing'])
  expect(taken.stdout).toBe(`1 question is written to ${output}.\n`)
  const quiz = '---\ntype: quiz\n---\n\n## Which holds?\n\n- [x] Bowline\n- [ ] Slip knot\n'
  expect(await readFile(output, 'utf8')).toBe(quiz)

  const aiken = join(lyceum.dataDir, 'knots.txt')
  await writeFile(aiken, 'Which holds?\nA. Bowline\nB. Slip knot\nANSWER: A\n')
  expect((await lyceum.run(['quiz', 'import', aiken])).stdout).toBe(quiz)
})

test('a question is graded again after its effect is shown, and the gradebook says so', async () => {
  const asks = (right: string) => [
    {
      key: 'holds',
      type: 'single',
      title: 'Which holds?',
      options: ['Bowline', 'Slip knot'].map((text) => ({ text, right: text === right })),
    },
  ]
  const course = await givenQuiz(api, { questions: asks('Slip knot'), shuffles: false })
  await course.attempt({ 'Which holds?': { type: 'single', choice: 0 } })
  const mended = quizOf({ questions: asks('Bowline'), shuffles: false })
  await publishCourse(api.deps, withQuiz(course.content, mended))
  const { slug } = course.content
  const regrade = (...more: string[]) => {
    const how = ['--policy', 'recompute', '--to-revision', '2']
    return lyceum.run(['quiz', 'regrade', slug, 'holds', ...how, ...more])
  }
  const gradebook = ['report', 'gradebook', '--course', slug]

  expect((await regrade('--dry-run')).stdout).toMatch(/^Gains pass +1$/mu)
  expect((await lyceum.run(gradebook)).stdout).toMatch(/^NAME +GRADE +lesson-1\n.+ 0 +0\n$/u)
  expect(await regrade()).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
  const done = await regrade('--yes', '--json')
  expect(done.json).toMatchObject({ status: 'done', effect: { gainsPass: 1, completes: 1 } })
  const [heading, line] = (await lyceum.run([...gradebook, '--csv'])).stdout.split('\r\n')
  expect(heading).toBe('name,grade_percent,so_far_percent,completed_at,lesson lesson-1,user_id')
  expect(line?.split(',').slice(-2)).toEqual(['100', course.learner.id])
  expect((await regrade('--certificates', 'burn')).code).toBe(2)
})

test('all open attempts of a course get minutes, and what they got is said', async () => {
  const { content, learner, start } = await givenQuiz(api, { timeLimitMinutes: 10 })
  const before = await start()
  const give = (...more: string[]) =>
    lyceum.run(['quiz', 'give-time', content.slug, '5', '--reason', 'A fire alarm', ...more])
  expect(await give('--lesson', 'lesson-1', '--reopen', '10')).toMatchObject({
    stdout: '1 open attempts got 5 minutes, 0 go on.\n',
  })
  const after = await api.as(learner).attempts.get.query({ attemptId: before.id })
  expect(Date.parse(after.deadlineAt ?? '') - Date.parse(before.deadlineAt ?? '')).toBe(300_000)
  expect((await give('--reopen', '-1')).code).toBe(2)
})

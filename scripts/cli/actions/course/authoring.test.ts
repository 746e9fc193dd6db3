import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { BOWLINE, courseFolder, FILES, MANIFEST } from '../../../../books/folder/test-support.ts'
import { updateCourse } from '../../../../db/queries/courses/courses/courses.ts'
import type { Api } from '../../../../server/test/api.ts'
import { givenService } from '../../test/service.ts'

const { api, lyceum } = await givenService()

const filesOf = (slug: string) => ({
  ...FILES,
  'course.yaml': MANIFEST.replace('slug: knots', `slug: ${slug}`).replace('4900', '0'),
})

/** Imports two versions: a learner has the first, and the second lacks one of its lessons. */
async function givenTwoVersions(slug: string) {
  const folder = await courseFolder(filesOf(slug))
  await run('import', folder.path)
  const learner = await api.given.learner()
  await api.given.enrollment(learner, { slug })
  const reader = api.as(learner)
  const course = await reader.courses.get.query({ idOrSlug: slug })
  const lessonId = course.sections[0]?.lessons[0]?.id ?? ''
  await reader.progress.update.mutate({ lessonId, completed: true })
  const yaml = await readFile(join(folder.path, 'course.yaml'), 'utf8')
  await writeFile(join(folder.path, 'course.yaml'), yaml.replace(/.*01-bowline.*\n/, ''))
  return { folder, learner, reader, versionOf: () => versionOf(api, learner, slug) }
}

async function versionOf(at: Api, learner: { token: string }, idOrSlug: string): Promise<number> {
  return (await at.as(learner).courses.get.query({ idOrSlug })).version
}

function run(...args: string[]) {
  return lyceum.run(['course', ...args])
}

describe('course import shows who is hit before it publishes', () => {
  test('a dry run changes nothing; without a terminal only --reach everyone needs --yes', async () => {
    const slug = 'shown-knots'
    const { folder, versionOf } = await givenTwoVersions(slug)

    const dry = await run('import', folder.path, '--dry-run')
    expect(dry.code).toBe(0)
    expect(dry.stderr).toMatch(/^removed +01-bowline +\d+ +-$/m)
    expect(dry.stderr).toContain('Learners on other versions: 1 (1 completed, 0 in progress')
    expect(dry.stdout).toContain('This was a dry run: nothing was changed.')
    expect((await run('show', slug, '--json')).json.version).toBe(1)

    const published = await run('import', folder.path, '--note', 'Shorter', '--json')
    expect(published.json.items).toMatchObject([
      { outcome: 'new version', version: 2, impact: { kind: 'major', learners: { total: 1 } } },
    ])
    expect(await versionOf()).toBe(1)

    await writeFile(join(folder.path, 'more/02-hitch.md'), '# Hitch\n\nA correction.\n')
    const refused = await run('import', folder.path, '--reach', 'everyone')
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--yes')])
    const corrected = await run('import', folder.path, '--reach', 'everyone', '--yes')
    expect([corrected.code, corrected.stdout]).toEqual([
      0,
      expect.stringContaining('new version, version 3'),
    ])
    const { versions } = (await run('show', slug, '--json')).json
    expect(
      versions.map(({ number, note, kind }: Record<string, unknown>) => [number, kind, note]),
    ).toEqual([
      [3, 'minor', null],
      [2, 'major', 'Shorter'],
      [1, 'first', null],
    ])
  })
})

describe('course diff, move, restore and publish', () => {
  test('compare versions, move learners with the impact shown, and bring an old version back', async () => {
    const slug = 'moved-knots'
    const { folder, versionOf } = await givenTwoVersions(slug)
    await run('import', folder.path)

    const diff = await run('diff', slug, '1', '2', '--json')
    expect(diff.json).toMatchObject({
      kind: 'major',
      changes: [{ what: 'removed', key: '01-bowline' }],
    })

    const dry = await run('move', slug, '--to', '2', '--policy', 'all', '--dry-run')
    expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining('1 completed 01-bowline')])
    expect((await run('move', slug, '--to', '2')).code).toBe(2)
    expect(await versionOf()).toBe(1)
    const moved = await run('move', slug, '--to', '2', '--policy', 'all', '--yes')
    expect([moved.code, moved.stdout]).toEqual([
      0,
      `${slug}: 1 moved to version 2, 0 left where they are; 0 completed the course by it.\n`,
    ])
    expect(await versionOf()).toBe(2)

    expect((await run('restore', slug, '1')).code).toBe(4)
    const nothing = await run('publish', slug, '--yes')
    expect([nothing.code, nothing.stderr]).toEqual([3, expect.stringContaining('no draft')])
  })
})

describe('course restore', () => {
  test('says that there is nothing to publish when the version is the current one', async () => {
    const { id, slug } = await api.given.course()
    await updateCourse(api.deps.db, id, { managedBy: 'http' })

    const { json, stdout } = await run('restore', slug, '1', '--json')
    expect([json.isOpen, stdout]).toEqual([false, expect.not.stringContaining('Publish it')])
    expect((await run('restore', slug, '1')).stdout).toBe(
      `${slug}: version 1 is what is published already; there is no draft.\n`,
    )
  })
})

describe('course import --draft', () => {
  test('leaves a draft of a course that requires a review, to be approved and published', async () => {
    const slug = 'reviewed-knots'
    const { folder, versionOf } = await givenTwoVersions(slug)
    const admin = await api.given.admin()
    const { authoring, drafts } = api.as(admin)
    const { id: courseId } = await api.as(admin).courses.get.query({ idOrSlug: slug })
    const { revision: terms } = await authoring.get.query({ courseId })
    await authoring.update.mutate({ courseId, revision: terms, requiresReview: true })

    const refused = await run('import', folder.path)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('(--draft)')])
    expect((await run('show', slug, '--json')).json.hasDraft).toBe(false)

    const dry = await run('import', folder.path, '--draft', '--dry-run')
    expect([dry.code, dry.stderr]).toEqual([0, expect.stringMatching(/^removed +01-bowline/m)])
    expect((await run('show', slug, '--json')).json.hasDraft).toBe(false)

    const drafted = await run('import', folder.path, '--draft')
    expect(drafted.stderr).toMatch(/^removed +01-bowline +\d+ +-$/m)
    expect([drafted.code, drafted.stdout]).toEqual([
      0,
      `${slug}: draft with 1 lesson (Knots for everyone); have it approved, then publish it ` +
        `with: course publish ${slug}\n`,
    ])
    const again = await run('import', folder.path, '--draft', '--json')
    const { revision } = await drafts.get.query({ courseId })
    expect(again.json.items).toMatchObject([{ outcome: 'unchanged draft', version: 1, revision }])
    const early = await run('publish', slug, '--yes')
    expect([early.code, early.stderr]).toEqual([4, expect.stringContaining('requires a review')])

    const requested = await drafts.requestReview.mutate({ courseId, revision })
    await drafts.approve.mutate({ courseId, revision: requested.revision })
    const published = await run('publish', slug, '--yes')
    expect([published.code, published.stdout]).toEqual([
      0,
      `${slug}: version 2 is published (major).\n`,
    ])
    expect(await versionOf()).toBe(1)
    expect((await run('import', folder.path)).stdout).toContain('unchanged, version 2')
    expect((await run('import', folder.path, '--draft')).stdout).toBe(
      `${slug}: unchanged, version 2 with 1 lesson (Knots for everyone)\n`,
    )
  })

  test('does not go with what only a publication has', async () => {
    for (const option of [['--note', 'New'], ['--reach', 'everyone'], ['--set-price']]) {
      const { code, stderr } = await run('import', 'knots', '--draft', ...option)
      expect([code, stderr]).toEqual([2, expect.stringContaining('cannot be used with')])
    }
  })
})

describe('course discard', () => {
  test('shows what is lost, needs --yes in a script, and leaves the published version', async () => {
    const slug = 'discarded-knots'
    const { folder } = await givenTwoVersions(slug)
    await run('import', folder.path, '--draft')

    const unasked = await run('discard', slug)
    expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('--yes')])
    expect(unasked.stderr).toMatch(/^removed +01-bowline +\d+ +-$/m)
    const dry = await run('discard', slug, '--dry-run', '--json')
    expect(dry.json).toMatchObject({ dryRun: true, lost: { changes: [{ key: '01-bowline' }] } })
    expect((await run('show', slug, '--json')).json.hasDraft).toBe(true)

    const discarded = await run('discard', slug, '--yes')
    expect([discarded.code, discarded.stdout]).toEqual([
      0,
      `${slug}: the draft is discarded; version 1 stays.\n`,
    ])
    const { json: course } = await run('show', slug, '--json')
    expect([course.hasDraft, course.version]).toEqual([false, 1])
    const nothing = await run('discard', slug, '--yes')
    expect([nothing.code, nothing.stderr]).toEqual([3, expect.stringContaining('no draft')])
  })

  test('empties the draft of a course that was never published, which can be taken over then', async () => {
    const slug = 'emptied-knots'
    await using folder = await courseFolder(filesOf(slug))
    await run('import', folder.path, '--draft')
    const { id } = (await run('show', slug, '--json')).json
    await updateCourse(api.deps.db, id, { managedBy: 'http' })
    const refused = await run('import', folder.path, '--take-over')
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('discard it')])

    const discarded = await run('discard', slug, '--yes', '--json')
    expect(discarded.json).toMatchObject({ course: { slug, version: null }, revision: 3 })
    const taken = await run('import', folder.path, '--take-over', '--draft', '--json')
    expect(taken.json.items).toMatchObject([{ outcome: 'draft', version: null, impact: null }])
    expect((await run('publish', slug, '--yes')).stdout).toBe(
      `${slug}: version 1 is published (first).\n`,
    )
  })
})

describe('course create and export', () => {
  test('make a course without a folder, and a zip that imports as the same course', async () => {
    const owner = await api.given.learner()
    const made = await run(
      ...['create', 'made-knots', '--title', 'Made', '--summary', 'By hand.'],
      ...['--owner', owner.email, '--json'],
    )
    expect(made.json).toMatchObject({
      slug: 'made-knots',
      status: 'draft',
      version: null,
      hasDraft: true,
      managedBy: 'http',
    })
    const program = await run(
      'create',
      'made-ropes',
      '--kind',
      'program',
      '--title',
      'Ropes',
      '--summary',
      'All.',
    )
    expect(program.code).toBe(0)
    const { stdout: list } = await run('list')
    expect(list).toMatch(/^made-knots +Made +course +draft +- +yes +yes +\$0\.00 /m)
    expect(list).toMatch(/^made-ropes +Ropes +program +draft +/m)
    expect((await run('show', 'made-knots')).stdout).toContain(`${owner.email}  owner`)

    const slug = 'zipped-knots'
    await using folder = await courseFolder({ ...filesOf(slug), '01-bowline.md': BOWLINE })
    await run('import', folder.path)
    const file = join(folder.path, 'knots.zip')
    expect((await run('export', slug, '--output', file)).stdout).toBe(
      `${slug} is exported to ${file}.\n`,
    )
    expect((await run('export', slug, '--output', file)).code).toBe(4)
    expect((await run('import', file)).stdout).toContain(`${slug}: unchanged, version 1`)
  })

  test('a course that is written over HTTP is imported only when it is taken over', async () => {
    const slug = 'taken-knots'
    await run('create', slug, '--title', 'Taken', '--summary', 'Over.')
    await using folder = await courseFolder(filesOf(slug))

    const refused = await run('import', folder.path)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('--take-over')])
    const taken = await run('import', folder.path, '--take-over', '--json')
    expect(taken.json.items).toMatchObject([{ outcome: 'new course', version: 1 }])
    const { json: course } = await run('show', slug, '--json')
    expect(course).toMatchObject({ managedBy: 'folder', version: 1, status: 'published' })
  })
})

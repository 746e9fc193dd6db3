import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  courseFolder,
  FILES,
  MANIFEST,
  manifestWith,
} from '../../../../books/folder/test-support.ts'
import { givenService } from '../../test/service.ts'

const { api, lyceum } = await givenService()

describe('course import', () => {
  test('publishes a course once, then again only what changed', async () => {
    await using folder = await courseFolder(FILES)
    const importAgain = async (...options: string[]) =>
      (await lyceum.run(['course', 'import', folder.path, '--json', ...options])).json.items[0]

    expect(await importAgain()).toEqual({
      folder: folder.path,
      slug: 'knots',
      title: 'Knots for everyone',
      version: 1,
      lessons: 2,
      files: 0,
      outcome: 'new course',
      isArchived: false,
      keepsPrice: false,
      moveId: null,
      impact: null,
      pages: { found: 2, taken: 2, left: [] },
      warnings: [],
      suggestions: [],
    })
    expect(await importAgain()).toMatchObject({ version: 1, outcome: 'unchanged' })

    await writeFile(join(folder.path, 'course.yaml'), MANIFEST.replace('4900', '2900'))
    expect(await importAgain('--dry-run', '--set-price')).toMatchObject({ outcome: 'new price' })
    expect(await importAgain()).toMatchObject({ outcome: 'unchanged', keepsPrice: true })
    expect(await importAgain('--set-price')).toMatchObject({ version: 1, outcome: 'new price' })

    await writeFile(
      join(folder.path, '01-bowline.md'),
      '# The bowline\n\nThe rabbit comes out of its hole.\n',
    )
    const last = await lyceum.run(['course', 'import', folder.path])
    expect(last).toMatchObject({
      code: 0,
      stdout: 'knots: new version, version 2 with 2 lessons (Knots for everyone)\n',
    })
    expect(last.stderr).toMatch(
      /^Reading .+\nknots\nKind of the change: minor\nCHANGE .+\nedited +01-bowline +\d+ +\d+\n/,
    )
    expect(last.stderr).toContain(
      'Nobody is enrolled who could be hit.\nPublishing knots: 2 lessons\n',
    )
  })

  test('shows all mistakes with file and line, publishes nothing of that folder, and imports the others', async () => {
    await using good = await courseFolder({
      ...FILES,
      'course.yaml': MANIFEST.replace('slug: knots', 'slug: good-knots'),
    })
    await using bad = await courseFolder({
      ...FILES,
      '01-bowline.md': '',
      'course.yaml': `${manifestWith(10, '      - { file: gone.md }')['course.yaml']}`.replace(
        'knots',
        'bad-knots',
      ),
    })

    const ended = await lyceum.run(['course', 'import', bad.path, good.path, '--json'])

    expect(ended.code).toBe(1)
    expect(ended.json.items).toMatchObject([
      {
        folder: bad.path,
        outcome: 'failed',
        message: expect.stringMatching(/01-bowline\.md:1: .+\n.+course\.yaml:10: /),
        problems: [
          { file: `${bad.path}/01-bowline.md`, line: 1, message: expect.any(String) },
          { file: `${bad.path}/course.yaml`, line: 10, message: expect.any(String) },
        ],
      },
      { folder: good.path, outcome: 'new course', slug: 'good-knots' },
    ])
    for (const place of ['01-bowline.md:1: ', 'course.yaml:10: ']) {
      const lines = ended.stderr.split('\n')
      expect(lines.filter((line) => line.startsWith(`${bad.path}/${place}`))).toHaveLength(1)
    }
    expect(ended.stderr).not.toContain('    at ')
    const token = (await api.given.learner()).token
    expect((await api.request('GET /api/v1/courses/good-knots', { token })).status).toBe(200)
    expect((await api.request('GET /api/v1/courses/bad-knots', { token })).status).toBe(404)
  })
})

test('an import warns about what learners will not reach, and publishes all the same', async () => {
  await using folder = await courseFolder({
    ...FILES,
    'course.yaml': MANIFEST.replace('slug: knots', 'slug: warned-knots'),
    '01-bowline.md': '# The bowline\n\n![A loop](loop.png)\n\n{{#include knot.md}}\n',
  })

  const { code, json, stderr } = await lyceum.run(['course', 'import', folder.path, '--json'])

  const file = `${folder.path}/01-bowline.md`
  expect([code, json.items]).toMatchObject([
    0,
    [
      {
        outcome: 'new course',
        warnings: [
          { file, line: 3, message: expect.stringContaining('loop.png') },
          { file, line: 5, message: expect.stringContaining('{{#include knot.md}}') },
        ],
      },
    ],
  ])
  expect(stderr).toContain(`warning: ${file}:3: dead picture: `)
})

describe('course archive, unarchive and delete', () => {
  test('take a course out of the catalogue and bring it back; again has no effect; one never published goes', async () => {
    const { slug, id, title } = await api.given.course({ title: 'Archived one day' })
    const run = (...args: string[]) => lyceum.run(['course', ...args])

    const archived = { id, slug, title, status: 'archived', changed: true }
    expect((await run('archive', slug, '--json')).json).toMatchObject(archived)
    const again = await run('archive', id)
    expect([again.code, again.stdout]).toEqual([
      0,
      `${slug} (Archived one day) was already archived.\n`,
    ])
    // Nobody owns it.
    expect((await run('list')).stdout).toMatch(new RegExp(`^${slug} .* archived .* no `, 'm'))
    expect((await run('unarchive', slug)).stdout).toBe(
      `${slug} (Archived one day) is now in the catalogue.\n`,
    )

    await run('create', 'unpublished', '--title', 'Unpublished', '--summary', 'Not yet.')
    const unpublished = await run('archive', 'unpublished')
    expect([unpublished.code, unpublished.stderr]).toEqual([
      4,
      expect.stringContaining('unpublished was never published.'),
    ])

    expect((await run('delete', 'unpublished')).code).toBe(2)
    expect((await run('delete', 'unpublished', '--yes')).stdout).toBe(
      'unpublished is deleted, and its slug is free.\n',
    )
    expect((await run('delete', slug, '--yes')).code).toBe(4)
  })
})

describe('lists', () => {
  test('are aligned tables for people and one JSON document for programs, without secrets', async () => {
    await api.given.course({ price: { amount: 2900, currency: 'USD' } })
    const user = await api.given.learner({ name: 'Eve \u001b[2J\u202e', verified: false })

    const [courses, users, table] = await Promise.all(
      [
        ['course', 'list', '--json'],
        ['user', 'list', '--json'],
        ['user', 'list'],
      ].map((args) => lyceum.run(args)),
    )

    expect(courses?.json.items).toEqual(
      (await api.as(await api.given.admin()).authoring.list.query({})).items,
    )
    const listed = users?.json.items.find(({ id }: { id: string }) => id === user.id)
    expect(listed).toEqual({
      id: user.id,
      email: user.email,
      name: user.name,
      role: 'learner',
      emailVerifiedAt: null,
      suspendedAt: null,
      createdAt: expect.any(String),
      lastSeenAt: null,
    })
    expect(users?.stdout).not.toMatch(/\$2[aby]\$/)
    expect(table?.stdout).toMatch(
      /^EMAIL +NAME +ROLE +EMAIL VERIFIED AT +SUSPENDED AT +CREATED AT +LAST SEEN AT\n/,
    )
    expect(table?.stdout).toMatch(
      new RegExp(`^${user.email} +Eve �\\[2J� +learner +- +- +[\\dT:-]{16}Z +-$`, 'm'),
    )
  })
})

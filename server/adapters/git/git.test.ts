import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resolveOutside } from '../../security/outside-addresses.ts'
import { type GitHost, hasGit, startGitHost } from '../../test/git-host.ts'
import { createGit, type GitOptions } from './git.ts'
import type { Git } from './types.ts'

const at = (url: string, more: { branch?: string; credential?: string } = {}) => ({
  url,
  branch: null,
  credential: null,
  ...more,
})

describe.skipIf(!hasGit)('a repository', () => {
  let host: GitHost
  let workDir: string
  beforeAll(async () => {
    host = await startGitHost()
    workDir = await mkdtemp(join(tmpdir(), 'lyceum-git-'))
  })
  afterAll(async () => {
    await host[Symbol.asyncDispose]()
    await rm(workDir, { recursive: true })
  })

  const open = (options: Partial<GitOptions> = {}): Git => {
    const allowPrivate = options.allowPrivateAddresses ?? true
    const resolve = (host: string) => resolveOutside(host, { allowPrivate })
    return createGit({ workDir, allowPrivateAddresses: allowPrivate, resolve, ...options })
  }

  test('is read as it is at its tip, and leaves nothing on the disk', async () => {
    const repository = await host.repository('knots')
    await repository.commit({ 'a.md': 'Old', 'gone.md': 'Gone' })
    const large = randomBytes(300_000)
    const commit = await repository.commit(
      { 'a.md': 'New\n', 'gone.md': null, 'img/ä b.png': large, 'empty.md': '' },
      'Tie it better\n\nWith a body.',
    )
    {
      await using tip = await open().fetchTip(at(repository.url))
      expect([tip.commit, tip.subject]).toEqual([commit, 'Tie it better'])
      expect([...tip.files]).toEqual([
        ['a.md', { kind: 'file', size: 4 }],
        ['empty.md', { kind: 'file', size: 0 }],
        ['img/ä b.png', { kind: 'file', size: 300_000 }],
      ])
      const [a, empty, again] = await Promise.all(
        ['a.md', 'empty.md', 'a.md'].map((path) => tip.read(path)),
      )
      expect([String(a), String(empty), String(again)]).toEqual(['New\n', '', 'New\n'])
      expect(await tip.read('img/ä b.png')).toEqual(large)
      expect(await buffer(tip.open('img/ä b.png'))).toEqual(large)
      for await (const _first of tip.open('img/ä b.png')) break
    }
    expect(await readdir(workDir)).toEqual([])
    expect(await open().findTip(at(repository.url))).toBe(commit)
  })

  test('has branches, and says when one is missing', async () => {
    const repository = await host.repository('branches')
    const first = await repository.commit({ 'a.md': 'A' })
    repository.git('checkout', '--quiet', '-b', 'refs/heads/next')
    const tail = await repository.commit({ 'a.md': 'B' })
    repository.git('checkout', '--quiet', '-b', 'next', first)
    expect(await open().findTip(at(repository.url, { branch: 'refs/heads/next' }))).toBe(tail)
    expect(await open().findTip(at(repository.url, { branch: 'next' }))).toBe(first)
    for (const call of ['findTip', 'fetchTip'] as const)
      await expect(open()[call](at(repository.url, { branch: 'none' }))).rejects.toMatchObject({
        reason: 'branch',
      })
  })

  test('tells renames since an older commit', async () => {
    const repository = await host.repository('renames')
    const text = 'One line\nanother line\nand a third\n'
    const before = await repository.commit({ 'old name.md': text, 'same.md': 'Same' })
    await repository.commit({ 'old name.md': null, 'new/name.md': `${text}more\n` })
    await using tip = await open().fetchTip(at(repository.url))
    expect(await tip.renamesSince(before)).toEqual(new Map([['old name.md', 'new/name.md']]))
    expect(await tip.renamesSince('0'.repeat(40))).toBeUndefined()
  })

  test('that is private is read with a credential, which no process list, answer or file shows', async () => {
    const repository = await host.repository('private')
    await repository.commit({ 'a.md': 'A' })
    host.credential = 'x-access-token:s3cr3t-token'
    const encoded = Buffer.from(host.credential).toString('base64')
    try {
      const lists: string[] = []
      host.intercept = () => {
        lists.push(execFileSync('ps', ['-ww', '-eo', 'args'], { encoding: 'utf8' }))
        return false
      }
      await using tip = await open().fetchTip(at(repository.url, { credential: 's3cr3t-token' }))
      expect(String(await tip.read('a.md'))).toBe('A')
      expect(lists.join('\n')).toContain('fetch --progress --depth=1')
      const folder = join(workDir, (await readdir(workDir))[0] ?? '')
      const kept = await readFile(join(folder, 'config'), 'utf8')
      expect(kept).toContain('bare = true')
      for (const secret of ['s3cr3t', encoded])
        expect(lists.join('\n') + kept).not.toContain(secret)

      for (const credential of [undefined, 'wrong-token']) {
        const address = at(repository.url, credential === undefined ? {} : { credential })
        const refusal = await open()
          .fetchTip(address)
          .catch((error: unknown) => error)
        expect(refusal).toMatchObject({ name: 'GitFault', reason: 'refused', isTransient: false })
        expect(String(refusal)).not.toContain('wrong-token')
      }
    } finally {
      host.credential = undefined
      host.intercept = () => false
    }
  })

  test('gives its links and submodules by name only', async () => {
    const repository = await host.repository('links')
    await repository.commit({ 'a.md': 'A' })
    await symlink('/etc/passwd', join(repository.folder, 'passwd'))
    repository.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},module`)
    repository.git('add', 'passwd')
    repository.git('commit', '--quiet', '--message', 'Links')
    await using tip = await open().fetchTip(at(repository.url))
    expect([...tip.files].map(([name, { kind }]) => [name, kind])).toEqual([
      ['a.md', 'file'],
      ['module', 'submodule'],
      ['passwd', 'link'],
    ])
    await expect((async () => tip.read('passwd'))()).rejects.toThrow('no such file')
  })

  test('that is too large, has too many files, or hangs, is given up', async () => {
    const repository = await host.repository('large')
    await repository.commit({ 'a.bin': randomBytes(3_000_000), 'b.md': 'B', 'c.md': 'C' })
    const { url } = repository
    await expect(
      open({ limits: { diskBytes: 1_000_000 } }).fetchTip(at(url)),
    ).rejects.toMatchObject({ reason: 'tooLarge' })
    await expect(open({ limits: { files: 2 } }).fetchTip(at(url))).rejects.toMatchObject({
      reason: 'tooManyFiles',
    })
    host.intercept = () => true
    try {
      const started = Date.now()
      await expect(open({ limits: { milliseconds: 500 } }).fetchTip(at(url))).rejects.toMatchObject(
        { reason: 'tooSlow', isTransient: true },
      )
      expect(Date.now() - started).toBeLessThan(10_000)
    } finally {
      host.intercept = () => false
    }
    expect(await readdir(workDir)).toEqual([])
    expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain(workDir)
  })

  test('that keeps git busy after it has arrived is given up, too', async () => {
    const repository = await host.repository('busy')
    const before = await repository.commit({ 'a.md': 'A\n' })
    await repository.commit({ 'a.md': null, 'b.md': 'A\n' })
    const limits = { milliseconds: 3_000 }
    for (const busy of ['diff-tree', 'ls-tree']) {
      const program = join(workDir, `busy-${busy}`)
      const script = `#!/bin/sh\nif [ "$1" = ${busy} ]; then exec sleep 60; fi\nexec git "$@"\n`
      await writeFile(program, script, { mode: 0o755 })
      const started = Date.now()
      const fetched = open({ program, limits }).fetchTip(at(repository.url))
      if (busy === 'ls-tree') await expect(fetched).rejects.toMatchObject({ reason: 'tooSlow' })
      else {
        await using tip = await fetched
        expect(await tip.renamesSince(before)).toBeUndefined()
      }
      expect(Date.now() - started).toBeLessThan(15_000)
      await rm(program)
    }
    expect(await readdir(workDir)).toEqual([])
  })

  test('is read whatever the words of its commit are', async () => {
    const repository = await host.repository('words')
    await repository.commit({ 'a.md': 'A' })
    await writeFile(join(repository.folder, '../long'), 'word '.repeat(400_000))
    repository.git('commit', '--quiet', '--allow-empty', '--file', '../long')
    await using tip = await open().fetchTip(at(repository.url))
    expect(tip.subject).toHaveLength(200)
    expect(tip.subject).toMatch(/^word word /)
  })

  test('is never reached by a redirect', async () => {
    host.intercept = (request, response) => {
      if (!request.url?.startsWith('/moved')) return false
      const target = request.url.replace('/moved', '/knots')
      response.writeHead(302, { location: `${host.url}${target}` }).end()
      return true
    }
    try {
      const before = host.asked.length
      await expect(open().fetchTip(at(`${host.url}/moved`))).rejects.toMatchObject({
        reason: 'redirected',
      })
      expect(host.asked.slice(before).filter((path) => !path.startsWith('/moved'))).toEqual([])
    } finally {
      host.intercept = () => false
    }
  })

  test('whose address holds words of errors is judged by the answers alone', async () => {
    host.intercept = (request, response) => {
      if (!request.url?.includes('certificate')) return false
      response.writeHead(503).end()
      return true
    }
    try {
      const address = at(`${host.url}/redirect/certificate.git`)
      await expect(open().findTip(address)).rejects.toMatchObject({
        reason: 'unreachable',
        isTransient: true,
      })
    } finally {
      host.intercept = () => false
    }
  })

  test('that is not there, or whose host is not, is named so', async () => {
    await expect(open().findTip(at(`${host.url}/nothing`))).rejects.toMatchObject({
      reason: 'notFound',
      isTransient: false,
    })
    await expect(open().findTip(at('http://127.0.0.1:9/x'))).rejects.toMatchObject({
      reason: 'unreachable',
      isTransient: true,
    })
    await expect(open().findTip(at('https://nowhere.invalid/x'))).rejects.toMatchObject({
      reason: 'unknownHost',
    })
  })

  test('needs git, and says so where it is missing', async () => {
    await expect(
      open({ program: 'no-such-git' }).findTip(at(`${host.url}/knots`)),
    ).rejects.toMatchObject({ reason: 'missing' })
  })

  test.each([
    'http://127.0.0.1/x',
    'https://127.0.0.1/x',
    'https://localhost/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://0x7f.1/x',
    'https://169.254.169.254/latest',
  ])('is not fetched from %s unless private addresses are allowed', async (url) => {
    const refused = open({ allowPrivateAddresses: false }).fetchTip(at(url))
    const reason = url.startsWith('http:') ? 'address' : 'inner'
    await expect(refused).rejects.toMatchObject({ reason })
  })

  test.each([
    'ext::sh -c touch% /tmp/lyceum-pwned',
    'file:///etc',
    '/etc',
    'ssh://git@github.com/a/b',
    'git@github.com:a/b.git',
    'git://github.com/a/b',
    '--upload-pack=touch /tmp/lyceum-pwned',
    'https://user:secret@github.com/a/b',
    'https://github.com/a b',
    'https://github.com/a?b',
    'https://github.com',
    'https://github.com./a/b',
    `https://github.com/${'a'.repeat(500)}`,
    'fd::7',
    'https://-github.com/a/b',
    'https://*/a/b',
    'https://+github.com/a/b',
    'transport::https://github.com/a/b',
    '',
  ])('has no address like %j', async (url) => {
    for (const call of ['findTip', 'fetchTip'] as const)
      await expect(open()[call](at(url))).rejects.toMatchObject({ reason: 'address' })
  })

  test.each(['--upload-pack=touch x', '-x', 'a b', 'a..b', 'a:b', '', '/a', 'a/', 'a.lock', '@'])(
    'has no branch like %j',
    async (branch) => {
      await expect(open().fetchTip(at(`${host.url}/knots`, { branch }))).rejects.toMatchObject({
        reason: 'branchName',
      })
    },
  )
})

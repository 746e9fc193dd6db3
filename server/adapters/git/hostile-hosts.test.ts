import { execFileSync, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GitHost, hasGit, startGitHost } from '../../test/git-host.ts'
import { createGit, type GitOptions } from './git.ts'
import type { Git } from './types.ts'

const calls = ['findTip', 'fetchTip'] as const
const at = (url: string, branch: string | null = null) => ({ url, branch, credential: 'a-token' })

describe.skipIf(!hasGit)('a host', () => {
  let host: GitHost
  let workDir: string
  beforeAll(async () => {
    host = await startGitHost()
    workDir = await mkdtemp(join(tmpdir(), 'lyceum-hostile-'))
  })
  afterAll(async () => {
    await host[Symbol.asyncDispose]()
    await rm(workDir, { recursive: true })
  })

  const open = (options: Partial<GitOptions> = {}): Git =>
    createGit({
      workDir,
      allowPrivateAddresses: true,
      resolve: async () => ['127.0.0.1'],
      ...options,
    })

  test('that names further addresses to fetch from has none of them asked, nor sent the credential', async () => {
    let isInnerAsked = false
    await using inner = await listen((_request, response) => {
      isInnerAsked = true
      response.writeHead(404).end()
    })
    await using hostile = await listen(withFurtherAddress(`${inner.url}/secret`))
    for (const call of calls)
      await expect(open()[call](at(`${hostile.url}/x`))).rejects.toMatchObject({
        reason: 'branch',
      })
    expect(isInnerAsked).toBe(false)
  })

  test.each([
    ['a line of HTML', 'text/html', '<!doctype html><title>Knots</title>'],
    ['a page of HTML', 'text/html', '<!doctype html>\n<title>Knots</title>\n<p>Tie them.\n'],
    ['nothing', 'text/html', ''],
    ['files without the protocol of git', 'text/plain', `${'a'.repeat(40)}\trefs/heads/main\n`],
  ])('that answers with %s is no host of git', async (_name, type, body) => {
    await using web = await listen((_request, response) =>
      response.writeHead(200, { 'content-type': type }).end(body),
    )
    for (const call of calls)
      await expect(open()[call](at(`${web.url}/x`))).rejects.toMatchObject({
        reason: 'notGit',
        isTransient: false,
      })
  })

  test('that lists branches without end is given up before they fill the memory', async () => {
    await using flood = await listen((_request, response) => {
      response.writeHead(200, advertisement)
      response.on('error', () => undefined)
      response.write(`${pkt('# service=git-upload-pack\n')}0000`)
      const line = `${pkt(`${'1'.repeat(40)} refs/heads/${'a'.repeat(40)}\n`)}`
      const go = () => {
        while (response.write(line.repeat(1_000)));
        response.once('drain', go)
      }
      go()
    })
    for (const call of calls)
      await expect(open()[call](at(`${flood.url}/x`))).rejects.toMatchObject({
        reason: 'tooLarge',
      })
  })

  test('that sends a byte from time to time is given up in time', async () => {
    await using slow = await listen((_request, response) => {
      response.writeHead(200, advertisement).write('0')
      const timer = setInterval(() => response.write('0'), 100)
      response.on('close', () => clearInterval(timer))
    })
    const limits = { milliseconds: 700 }
    for (const call of calls)
      await expect(open({ limits })[call](at(`${slow.url}/x`))).rejects.toMatchObject({
        reason: 'tooSlow',
        isTransient: true,
      })
    expect(await readdir(workDir)).toEqual([])
  })

  test('whose repository is empty, names objects by SHA-256, or lost the branch is understood', async () => {
    const empty = await host.repository('empty')
    const sha256 = await host.repository('sha256')
    await rm(join(sha256.folder, '.git'), { recursive: true })
    sha256.git('init', '--quiet', '--object-format=sha256', '--initial-branch=main')
    await sha256.commit({ 'a.md': 'A' })
    const lost = await host.repository('lost')
    await lost.commit({ 'a.md': 'A' })
    lost.git('branch', '--move', 'main', 'trunk')
    for (const [url, branch, reason] of [
      [empty.url, null, 'branch'],
      [sha256.url, null, 'sha256'],
      [lost.url, 'main', 'branch'],
    ] as const)
      await expect(open().fetchTip(at(url, branch))).rejects.toMatchObject({
        reason,
        isTransient: false,
      })
    await using renamed = await open().fetchTip(at(lost.url))
    expect([...renamed.files.keys()]).toEqual(['a.md'])
  })

  test('whose branch was written anew gives its newest commit, and renames where it kept the old one', async () => {
    const { url, commit, git } = await host.repository('forced')
    await commit({ 'a.md': 'A' })
    const text = 'One line\nanother line\nand a third\n'
    const before = await commit({ 'old.md': text })
    git('reset', '--quiet', '--hard', 'HEAD~1')
    const after = await commit({ 'new.md': text })
    await using tip = await open().fetchTip(at(url))
    expect([tip.commit, await open().findTip(at(url))]).toEqual([after, after])
    expect(await tip.renamesSince(before)).toEqual(new Map([['old.md', 'new.md']]))
    git('reflog', 'expire', '--expire=now', '--all')
    git('gc', '--quiet', '--prune=now')
    await using again = await open().fetchTip(at(url))
    expect(await again.renamesSince(before)).toBeUndefined()
  })

  test('whose repository brings attributes, and a machine with settings, have nothing executed', async () => {
    const { url, commit } = await host.repository('attributes')
    const attributes = '* filter=evil diff=evil merge=evil ident export-subst\n'
    const before = await commit({ '.gitattributes': attributes, 'a.md': '$Id$ one\ntwo\nthree\n' })
    await commit({ 'a.md': null, 'b.md': '$Id$ one\ntwo\nthree\nfour\n' })
    const home = await mkdtemp(join(tmpdir(), 'lyceum-home-'))
    const touched = join(home, 'touched')
    const run = `command = touch ${touched}`
    await writeFile(
      join(home, '.gitconfig'),
      [
        `[filter "evil"]\n smudge = touch ${touched}\n clean = touch ${touched}`,
        `[diff "evil"]\n ${run}\n textconv = touch ${touched}`,
        `[core]\n fsmonitor = touch ${touched}\n sshCommand = touch ${touched}`,
        '[url "http://127.0.0.1:9/"]\n insteadOf = http://',
        `[credential]\n helper = !touch ${touched}`,
      ].join('\n'),
    )
    const given = { HOME: home, XDG_CONFIG_HOME: home, GIT_CONFIG: join(home, '.gitconfig') }
    const previous = Object.keys(given).map((key) => [key, process.env[key]] as const)
    Object.assign(process.env, given)
    try {
      await using tip = await open().fetchTip(at(url))
      expect(String(await tip.read('b.md'))).toBe('$Id$ one\ntwo\nthree\nfour\n')
      expect(await tip.renamesSince(before)).toEqual(new Map([['a.md', 'b.md']]))
      expect(await readdir(home)).toEqual(['.gitconfig'])
    } finally {
      for (const [key, value] of previous)
        if (value === undefined) delete process.env[key]
        else process.env[key] = value
      await rm(home, { recursive: true })
    }
  })

  test('is not asked by a git that is too old to connect to the address it is given', async () => {
    const { url, commit } = await host.repository('version')
    await commit({ 'a.md': 'A' })
    const program = join(workDir, 'any-git')
    const give = (version: string) =>
      writeFile(
        program,
        `#!/bin/sh\nif [ "$1" = version ]; then echo "git version ${version}"; else exec git "$@"; fi\n`,
        { mode: 0o755 },
      )
    const git = open({ program })
    const asked = host.asked.length
    for (const version of ['2.36.9', '1.99.0', 'of nobody knows when']) {
      await give(version)
      for (const call of calls)
        await expect(git[call](at(url))).rejects.toMatchObject({ reason: 'missing' })
    }
    expect(host.asked).toHaveLength(asked)
    await give('2.39.5 (Apple Git-154)')
    expect(await git.findTip(at(url))).toMatch(/^[0-9a-f]{40}$/)
    await rm(program)
  })

  test('that still sends when the server is killed finds git gone within seconds', async () => {
    const { url, commit } = await host.repository('killed')
    await commit({ 'a.bin': randomBytes(3_000_000) })
    host.intercept = (request, response) => {
      if (request.method === 'POST') dripEnd(response)
      return false
    }
    const script = `
      import { createGit } from ${JSON.stringify(join(import.meta.dirname, 'git.ts'))}
      const workDir = ${JSON.stringify(workDir)}
      const resolve = async () => ['127.0.0.1']
      const git = createGit({ workDir, allowPrivateAddresses: true, resolve })
      await git.fetchTip({ url: ${JSON.stringify(url)}, branch: null, credential: null })`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: 'ignore',
    })
    try {
      await expect.poll(() => gitProcesses(workDir)).not.toEqual([])
      child.kill('SIGKILL')
      await expect.poll(() => gitProcesses(workDir)).toEqual([])
    } finally {
      child.kill('SIGKILL')
      host.intercept = () => false
      for (const name of await readdir(workDir)) await rm(join(workDir, name), { recursive: true })
    }
  })
})

const advertisement = { 'content-type': 'application/x-git-upload-pack-advertisement' }

/** Returns a line as git sends it, after its length. */
function pkt(line: string): string {
  return (line.length + 4).toString(16).padStart(4, '0') + line
}

async function listen(answer: RequestListener): Promise<AsyncDisposable & { url: string }> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Serves version 2 of the protocol, with an empty pack and a further address. */
function withFurtherAddress(url: string): RequestListener {
  const id = '1'.repeat(40)
  const head = Buffer.from('5041434b0000000200000000', 'hex')
  const pack = Buffer.concat([head, createHash('sha1').update(head).digest()]).toString('latin1')
  return async (request, response) => {
    let asked = ''
    for await (const chunk of request) asked += String(chunk)
    if (request.method === 'GET') {
      const abilities = ['version 2', 'ls-refs=unborn', 'fetch=shallow', 'object-format=sha1']
      const lines = abilities.map((ability) => pkt(`${ability}\n`)).join('')
      response.writeHead(200, advertisement)
      response.end(`${pkt('# service=git-upload-pack\n')}0000${lines}0000`)
      return
    }
    response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' })
    if (asked.includes('ls-refs')) response.end(`${pkt(`${id} HEAD\n`)}0000`)
    else {
      const shallow = `${pkt('shallow-info\n')}${pkt(`shallow ${id}`)}0001`
      const further = `${pkt('packfile-uris\n')}${pkt(`${'2'.repeat(40)} ${url}\n`)}0001`
      response.end(`${shallow}${further}${pkt('packfile\n')}${pkt(`\x01${pack}`)}0000`, 'latin1')
    }
  }
}

/** Sends the end of the answer in small pieces. */
function dripEnd(response: Parameters<RequestListener>[1]): void {
  const end = response.end.bind(response)
  const drip = (all: Buffer) => {
    let from = 0
    const timer = setInterval(() => {
      response.write(all.subarray(from, from + 2_000))
      from += 2_000
      if (from < all.length && !response.destroyed) return
      clearInterval(timer)
      end()
    }, 20)
    return response
  }
  Object.assign(response, { end: drip })
}

/** Lists processes that write the pack into a folder; there are none before it arrives. */
function gitProcesses(folder: string): string[] {
  const list = execFileSync('ps', ['-ww', '-eo', 'args'], { encoding: 'utf8' })
  return list.split('\n').filter((line) => line.includes('index-pack') && line.includes(folder))
}

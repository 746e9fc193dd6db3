import { spawn, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Tests with a real git are skipped where there is none, or one without its HTTP server. */
export const hasGit: boolean =
  spawnSync('git', ['http-backend'], { encoding: 'utf8' }).stdout?.startsWith('Status:') === true
if (!hasGit) console.warn('Tests with git are skipped: install git, with "git http-backend".')

export interface GitHost extends AsyncDisposable {
  url: string
  /** The port that it listens on. */
  port: number
  repository(name: string): Promise<TestRepository>
  /** Answers in place of git; false: git answers. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean
  /** The `user:password` that it asks for; undefined: none. */
  credential: string | undefined
  /** Paths that were asked for. */
  asked: string[]
}

export interface TestRepository {
  url: string
  folder: string
  git(...args: string[]): string
  /** Writes files, removes those that are null, commits, and returns the commit. */
  commit(files: Record<string, string | Uint8Array | null>, message?: string): Promise<string>
}

/** Repositories over HTTP on this machine. */
export async function startGitHost(): Promise<GitHost> {
  const root = await mkdtemp(join(tmpdir(), 'lyceum-git-host-'))
  const server = createServer((request, response) => {
    host.asked.push(request.url ?? '')
    if (host.intercept(request, response)) return
    const expected = Buffer.from(host.credential ?? '').toString('base64')
    if (host.credential !== undefined && request.headers.authorization !== `Basic ${expected}`)
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
    else answerByGit(root, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const host: GitHost = {
    url,
    port,
    asked: [],
    credential: undefined,
    intercept: () => false,
    repository: (name) => makeRepository(join(root, name), `${url}/${name}`),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(root, { recursive: true, force: true })
    },
  }
  return host
}

async function makeRepository(folder: string, url: string): Promise<TestRepository> {
  await mkdir(folder, { recursive: true })
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
  }
  const git = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: folder, env })
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.toString()}`)
    return stdout.toString().trim()
  }
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'http.uploadpack', 'true')
  // Allows it as GitHub, GitLab and Gitea do.
  git('config', 'uploadpack.allowAnySHA1InWant', 'true')
  return {
    url,
    folder,
    git,
    commit: async (files, message = 'Change') => {
      for (const [name, content] of Object.entries(files)) {
        const path = join(folder, name)
        await mkdir(dirname(path), { recursive: true })
        if (content === null) await rm(path)
        else await writeFile(path, content)
      }
      git('add', '--all')
      git('commit', '--quiet', '--allow-empty', '--message', message)
      return git('rev-parse', 'HEAD')
    },
  }
}

/** CGI, as git-http-backend(1) has it. */
function answerByGit(root: string, request: IncomingMessage, response: ServerResponse): void {
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_NOSYSTEM: '1',
      PATH_INFO: path.replace(/^(\/[^/]+)(?=\/)/, '$1/.git'),
      QUERY_STRING: query,
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'],
      CONTENT_LENGTH: request.headers['content-length'],
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  request.pipe(child.stdin)
  child.stdin.on('error', () => undefined)
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.on('close', () => {
    const all = Buffer.concat(chunks)
    const end = all.indexOf('\r\n\r\n')
    const lines = all.toString('latin1', 0, end).split('\r\n')
    const headers = lines.map((line) => line.split(': ') as [string, string])
    const status = headers.find(([name]) => name === 'Status')?.[1]
    response.writeHead(
      status === undefined ? 200 : Number.parseInt(status, 10),
      Object.fromEntries(headers.filter(([name]) => name !== 'Status')),
    )
    response.end(all.subarray(end + 4))
  })
}

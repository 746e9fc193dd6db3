import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Follows the README's walk-through to the letter: starts the server as `npm start` does, on an
 * empty data folder, runs the commands in a shell, and looks at what came out. Exit code 0 when it
 * ends with a PDF whose code verifies.
 */
const root = join(import.meta.dirname, '../..')

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-walkthrough-'))
  const server = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: join(folder, 'data') },
    stdio: 'ignore',
    detached: true,
  })
  try {
    await untilReady('http://localhost:3000/readyz')
    const { exitCode, output } = await runShell(await commandsOf(join(root, 'README.md')), folder)
    process.stdout.write(output)

    const pdf = await readFile(join(folder, 'certificate.pdf'))
    const isPdf = pdf.subarray(0, 5).toString() === '%PDF-'
    const isValid = output.trimEnd().split('\n').at(-1)?.includes('"valid":true') === true
    process.stdout.write(
      `\nexit code ${exitCode}, PDF of ${pdf.length} bytes: ${isPdf}, its code verifies: ${isValid}\n`,
    )
    if (exitCode !== 0 || !isPdf || !isValid) process.exitCode = 1
  } finally {
    if (server.pid !== undefined) process.kill(-server.pid, 'SIGTERM')
    await new Promise((resolve) => server.once('exit', resolve))
    await rm(folder, { recursive: true, force: true })
  }
}

async function commandsOf(readme: string): Promise<string> {
  const [, commands] =
    /<!-- walkthrough -->\n```sh\n([\s\S]*?)```/.exec(await readFile(readme, 'utf8')) ?? []
  if (commands === undefined) throw new Error('The README has no walk-through.')
  return commands
}

async function runShell(
  commands: string,
  cwd: string,
): Promise<{ exitCode: number | null; output: string }> {
  const shell = spawn('bash', ['-e', '-o', 'pipefail'], { cwd, stdio: ['pipe', 'pipe', 'inherit'] })
  shell.stdin.end(commands)
  let output = ''
  shell.stdout.on('data', (chunk) => {
    output += String(chunk)
  })
  const exitCode = await new Promise<number | null>((resolve) => shell.once('close', resolve))
  return { exitCode, output }
}

async function untilReady(address: string): Promise<void> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    const answer = await fetch(address).catch(() => undefined)
    if (answer?.ok === true) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('The server did not become ready within a minute.')
}

await main()

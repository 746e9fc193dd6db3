import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openFolder } from './support/folder.ts'
import { root } from './support/programs.ts'
import { untilReady } from './support/until.ts'

/*
 * Follows the README's walk-through to the letter: starts the server with `npm start` on an empty
 * data folder and runs the commands in a shell. Exit code 0 when that ends with a valid PDF.
 */
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

// npm ends before the server and its PostgreSQL do, which still write there.
await using opened = await openFolder('walkthrough')
const folder = opened.path
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
}

import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createCertificateRenderer } from '../../server/adapters/certificate-renderer/renderer.ts'
import { readConfig } from '../../server/config.ts'
import { rendererOptions } from '../../server/deps.ts'
import { whenInterrupted } from '../interruption.ts'
import { type Outcome, progress } from '../outcome.ts'
import { terminalLog } from '../terminal-log.ts'
import { UsageError } from '../usage-error.ts'

export interface PreviewOptions {
  name: string
  title: string
  language: string
  minutes: string
  output: string
  open?: true
}

const code = '0000-0000-0000-0000-0'

/** Prints a certificate that nobody was given, with the branding of the settings. It is not signed, and its code leads to no certificate. */
export async function previewCertificate({ name, title, language, minutes, output, open }: PreviewOptions): Promise<Outcome> {
  if (!/^\d{1,6}$/u.test(minutes)) throw new UsageError('error: --minutes: must be a whole number')
  const config = readConfig()
  const verifyUrl = `${config.publicUrl}/verify/${code}`
  const content = {
    learnerName: name,
    courseTitle: title,
    completedAt: new Date(),
    issuedAt: new Date(),
    issuer: config.certificateIssuer,
    language,
    minutes: Number(minutes),
    code,
    verifyUrl,
    qrText: verifyUrl,
  }

  const { signer: _unsigned, ...options } = rendererOptions(config, terminalLog('error'))
  const renderer = createCertificateRenderer(options)
  const endInterruptions = whenInterrupted(renderer.close)
  try {
    progress('Printing; the first time this takes a while')
    const [pdf, uncovered] = await Promise.all([renderer.render(content), renderer.findUncovered(content)])
    const file = resolve(output)
    await writeFile(file, pdf)
    if (open) openFile(file)
    const warning =
      uncovered === undefined
        ? ''
        : `No font has ${uncovered.codePoints.join(', ')} (${uncovered.scripts.join(', ')}): printed as code points.\n`
    return { json: { file, bytes: pdf.length, uncovered: uncovered ?? null }, text: `${file}\n${warning}` }
  } finally {
    await renderer.close()
    endInterruptions()
  }
}

/** With the program that the desktop has for it. */
function openFile(file: string): void {
  const [command, ...args] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open']
  const viewer = spawn(command ?? '', [...args, file], { detached: true, stdio: 'ignore' })
  viewer.on('error', () => progress(`There is no program to open it with: ${command}`))
  viewer.unref()
}

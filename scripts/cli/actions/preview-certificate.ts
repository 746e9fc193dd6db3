import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { IssuerBranding } from '../../../content/branding/course-branding.ts'
import { takeFacts } from '../../../content/certificates/printed-facts.ts'
import { findVersion } from '../../../db/queries/courses/courses/courses.ts'
import { listLessons } from '../../../db/queries/courses/lessons.ts'
import { createPdfPrinter } from '../../../server/adapters/pdf-printer/pdf-printer.ts'
import type { CertificateContent, Uncovered } from '../../../server/adapters/pdf-printer/types.ts'
import { type Config, readConfig } from '../../../server/config/config.ts'
import type { Deps } from '../../../server/context.ts'
import { printerOptions } from '../../../server/deps.ts'
import { requireChosenCourse } from '../../../server/features/platform/admin/chosen-course.ts'
import { findCourseBranding } from '../../../server/features/platform/branding/course-branding.ts'
import { sampleCertificate } from '../../../server/features/platform/branding/sample-certificate.ts'
import { UsageError } from '../command-errors.ts'
import { withWorkFolder } from '../doctor/with-work-folder.ts'
import { whenInterrupted } from '../interruption.ts'
import { type CommandResult, progress } from '../output.ts'
import { surroundings } from '../surroundings.ts'
import { terminalLog } from '../terminal-log.ts'
import { withDeps } from '../with-deps.ts'

interface PreviewOptions {
  name: string
  course?: string
  title?: string
  language?: string
  minutes?: string
  output: string
  open?: true
}

/** The parts of a certificate that come from its course, or from the settings. */
type OfCourse = Partial<CertificateContent> & IssuerBranding

/**
 * Prints a sample certificate in the current design. It is not signed, and its code is not valid.
 */
export async function previewCertificate({
  name,
  course,
  title,
  language,
  minutes,
  output,
  open,
}: PreviewOptions): Promise<CommandResult> {
  if (minutes !== undefined && !/^\d{1,6}$/u.test(minutes))
    throw new UsageError('error: --minutes: must be a whole number')
  const config = readConfig(surroundings().env)
  const ofCourse =
    course === undefined
      ? withoutCourse(config)
      : await withDeps((deps) => findOfCourse(deps, course))
  const content = {
    ...sampleCertificate(config, ofCourse, new Date()),
    learnerName: name,
    ...ofCourse,
    ...(title !== undefined && { courseTitle: title }),
    ...(language !== undefined && { language }),
    ...(minutes !== undefined && { minutes: Number(minutes) || null }),
  }

  const file = resolve(output)
  const pdf = await withWorkFolder(config, (dataDir) => print({ ...config, dataDir }, content))
  await writeFile(file, pdf)
  if (open) openFile(file)
  return { json: { file, bytes: pdf.length }, text: `${file}\n` }
}

async function print(config: Config, content: CertificateContent): Promise<Uint8Array> {
  const { signer: _unsigned, ...options } = printerOptions(
    config,
    terminalLog('error'),
    () => new Date(),
  )
  const printer = createPdfPrinter(options)
  const endInterruptions = whenInterrupted(printer.close)
  try {
    progress('Printing; this takes a while the first time')
    const uncovered = await printer.findUncovered(content)
    if (uncovered !== undefined) throw new UsageError(explain(uncovered))
    return await printer.printCertificate(content)
  } finally {
    await printer.close()
    endInterruptions()
  }
}

function explain({ codePoints, scripts }: Uncovered): string {
  return (
    `error: no font has ${codePoints.join(', ')} (${scripts.join(', ')}): ` +
    'no certificate is issued with such characters'
  )
}

function withoutCourse({ certificateIssuer, certificates }: Config): OfCourse {
  return { issuer: certificateIssuer, branding: certificates.branding }
}

async function findOfCourse(deps: Deps, idOrSlug: string): Promise<OfCourse> {
  const course = await requireChosenCourse(deps, idOrSlug)
  const { title, language, versionId, branding } = course
  const version = await findVersion(deps.db, versionId)
  if (version === undefined) throw new Error('There is no such version of a course.')
  const lessons = await listLessons(deps.db, versionId)
  return {
    courseTitle: title,
    language,
    ...(await takeFacts({ version, lessons, gradeOf: async () => null })),
    ...(await findCourseBranding(deps, branding)),
  }
}

/** Opens the file with the desktop's program for PDFs. */
function openFile(file: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open']
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '']
        : ['xdg-open']
  const viewer = spawn(command ?? '', [...args, file], { detached: true, stdio: 'ignore' })
  viewer.on('error', () => progress(`Cannot open the PDF: there is no ${command}`))
  viewer.unref()
}

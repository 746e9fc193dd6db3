import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '../../db/postgres/embedded/embedded.ts'
import { runNode } from '../../scripts/cli/test/run-node.ts'
import { numberAfter } from '../bench/setting.ts'
import type { Settings } from '../support/place.ts'
import { report, say } from '../support/say.ts'
import { openSchool } from './school.ts'

/*
 * `node checks/backup-restore/backup-restore.ts [--certificates 1000] [--payments 50]`: a
 * backup is made while the service is used, more happens, everything but the folder of PDFs and
 * the keys is lost, and the backup is restored elsewhere. Exit code 1 when a promise is broken.
 */
const certificates = numberAfter('--certificates', 1_000)
const payments = numberAfter('--payments', 50)
/** Certificates issued between the backup and the loss. */
const lateCertificates = 10
/** Learners who registered and paid between the backup and the loss. */
const strangers = 3
/** How long the restored service is watched in quarantine. */
const watchMilliseconds = 15_000

const pdfsOf = ({ DATA_DIR = '' }: Settings) => join(DATA_DIR, 'certificates')

await using school = await openSchool()
const { folder } = school
const log = pino({ level: 'fatal' })

/** Runs the command line, as on the machine with the data. */
async function lyceum(settings: Settings, ...args: string[]) {
  const began = performance.now()
  const ended = await runNode(
    [join(import.meta.dirname, '../../scripts/lyceum.ts'), ...args, '--json'],
    settings,
  )
  return { ...ended, seconds: ((performance.now() - began) / 1000).toFixed(1) }
}

async function liveUntilTheLoss(archive: string) {
  const learners = await school.enroll(certificates + lateCertificates)
  await school.complete(learners.slice(0, certificates))
  const before = await school.printed(certificates)
  say('before the backup', `${before.size} certificates are printed`)
  const buyers = await school.register(payments)
  const early = await school.buy(buyers.slice(0, payments / 2))
  await school.pay(await school.buy(await school.register(5)))

  const load = school.startLoad()
  const backup = await lyceum(school.before, 'backup', 'create', archive)
  const { requests, failures } = await load.stop()
  report(
    backup.code === 0 && failures === 0,
    'backup under load',
    `${backup.json?.rows} rows and ${backup.json?.files} PDFs in ${backup.seconds} s, ` +
      `${requests} requests meanwhile, ${failures} failed ${backup.code === 0 ? '' : backup.stderr}`,
  )
  const verified = await lyceum(school.before, 'backup', 'verify', archive)
  report(verified.code === 0, 'backup verify', `${verified.json?.trial} in ${verified.seconds} s`)

  await school.pay([...early, ...(await school.buy(buyers.slice(early.length)))])
  await school.pay(await school.buy(await school.register(strangers)))
  await school.complete(learners.slice(certificates))
  const after = await school.printed(certificates + lateCertificates)
  const receipts = await school.receipts()
  say(
    'after the backup',
    `${payments + strangers} payments, ${after.size - before.size} certificates`,
  )
  await school.lose()
  return { before, after, receipts }
}

async function restoreElsewhere(archive: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'elsewhere'), log })
  try {
    const { before, after, receipts } = await liveUntilTheLoss(archive)
    const place = school.elsewhere(postgres.url)
    const restored = await lyceum(place, 'restore', archive, '--quarantine')
    report(restored.code === 0, 'restore', `${restored.seconds} s ${restored.stderr.slice(0, 300)}`)

    const [mails, calls] = [school.mails(), school.stripe.requests.length]
    const givenBefore = await school.receipts(place)
    await school.serve(place, 2)
    const began = performance.now()
    const kept = await school.compare(before)
    report(
      kept.same === before.size && kept.verifying === before.size,
      'certificates',
      `${kept.same} of ${before.size} byte-equal, ${kept.verifying} verifying`,
    )
    const refused = await school.tryToWrite()
    await sleep(Math.max(0, watchMilliseconds - (performance.now() - began)))
    report(
      refused.every((status) => status === 503) &&
        school.mails() === mails &&
        school.stripe.requests.length === calls,
      'in quarantine',
      `${school.mails() - mails} mails, ${school.stripe.requests.length - calls} provider calls, ` +
        `writes answered ${[...new Set(refused)]}`,
    )
    await reconcileAndRelease(place, { after, receipts, givenBefore, mails })
  } finally {
    await school.lose()
    await postgres.stop()
  }
}

interface Known {
  after: Map<string, string>
  /** Receipts given before the loss, and those of them that the backup knows. */
  receipts: string[]
  givenBefore: string[]
  mails: number
}

async function reconcileAndRelease(
  place: Settings,
  { after, receipts, givenBefore, mails }: Known,
): Promise<void> {
  const early = await lyceum(place, 'quarantine', 'off')
  report(early.code === 4, 'off before reconciling', `refused with exit code ${early.code}`)
  // Copies what is left of the old folder of PDFs.
  await cp(pdfsOf(school.before), pdfsOf(place), { recursive: true, force: false })

  const reconciled = await lyceum(place, 'reconcile')
  const { unknown, booked, forOperator } = reconciled.json?.payments ?? {}
  report(
    booked === payments && forOperator?.length === strangers,
    'payments made after the backup',
    `${booked} of ${payments} found and booked in ${reconciled.seconds} s; of ${unknown} unknown, ` +
      `${forOperator?.length} by people who registered later are named`,
  )
  const restoredCertificates = reconciled.json?.certificates?.restored?.length
  report(
    restoredCertificates === lateCertificates,
    'certificates after the backup',
    `${restoredCertificates} of ${lateCertificates} written again from their PDFs`,
  )
  const again = await lyceum(place, 'reconcile')
  report(
    again.json?.payments?.booked === 0 && again.json?.receiptGaps?.length === 0,
    'reconcile again',
    `${again.json?.payments?.booked} booked, ${again.json?.receiptGaps?.length} gaps`,
  )
  const off = await lyceum(place, 'quarantine', 'off')
  report(off.code === 0, 'quarantine off', `exit code ${off.code}`)

  const kept = await school.compare(after)
  report(kept.same === after.size, 'all certificates', `${kept.same} of ${after.size} byte-equal`)
  await school.settled(place)
  const numbers = await school.receipts(place)
  const fresh = numbers.filter((number) => !givenBefore.includes(number))
  const twice = fresh.filter((number) => receipts.includes(number))
  report(
    fresh.length === payments && twice.length === 0,
    'receipt numbers',
    `${receipts.length} given before the loss, ${fresh.length} after it, ${twice.length} twice`,
  )
  const doctor = await lyceum(place, 'doctor')
  const troubles = (doctor.json?.items ?? []).filter(
    ({ state }: { state: string }) => state === 'failed',
  )
  report(doctor.code === 0, 'doctor', `${troubles.length} failed ${JSON.stringify(troubles)}`)
  const data = await lyceum(place, 'doctor', '--data')
  report(data.code === 0, 'doctor --data', data.code === 0 ? 'clean' : data.stdout.slice(0, 2_000))
  say('mails after the release', `${school.mails() - mails}, of new receipts and open courses`)
}

await restoreElsewhere(join(folder, 'backup.tar.gz'))

import type { InvariantName, Violation } from '../../../db/queries/maintenance/invariants.ts'
import {
  type CheckedInvariant,
  checkData,
} from '../../../server/features/maintenance/invariants/check-data.ts'
import { invariants } from '../../../server/features/maintenance/invariants/invariants.ts'
import {
  type RepairedViolation,
  repairData,
} from '../../../server/features/maintenance/invariants/repair-data.ts'
import { type CommandResult, progress } from '../output.ts'
import { withDeps } from '../with-deps.ts'
import { type CheckedMedia, checkMedia, describeMedia } from './check-media.ts'

/**
 * Checks the invariants of the data; with `fix` it repairs what it can first and reports what is
 * left.
 */
export async function examineData({ fix = false }: { fix?: boolean }): Promise<CommandResult> {
  return withDeps(async (deps) => {
    if (fix) progress('Repairing')
    const repaired = fix ? await repairData(deps) : []
    progress('Checking')
    return report(await checkData(deps), await checkMedia(deps), repaired)
  })
}

function report(
  checked: CheckedInvariant[],
  media: CheckedMedia,
  violations: RepairedViolation[],
): CommandResult {
  const isWhole = [...checked, media].every(({ state }) => state === 'ok')
  const items = checked.map((item) => {
    const { promise } = invariants[item.invariant]
    const commands = item.listed.flatMap((violation) => commandFor(item.invariant, violation))
    return {
      ...item,
      promise,
      ...(item.state === 'violated' && { remedy: remedyOf(item.invariant) }),
      ...(commands.length > 0 && { commands }),
    }
  })
  const repaired = violations.map(({ invariant, violation }) => ({
    invariant,
    violation,
    did: invariants[invariant].repaired,
  }))
  const conclusion = isWhole ? 'The data is in order.' : 'Something has to be fixed: see above.'
  return {
    json: { state: isWhole ? 'ok' : 'violated', repaired, items, media },
    text: [
      ...repaired.map(
        ({ invariant, violation, did }) =>
          `${'repaired'.padEnd(stateWidth)}${invariant}: ${idsOf(violation)}: ${did}\n`,
      ),
      ...(repaired.length > 0 ? ['\n'] : []),
      ...checked.map(linesOf),
      linesOfMedia(media),
      `\n${conclusion}\n`,
    ].join(''),
    failed: !isWhole,
  }
}

const stateWidth = 11

function linesOf({ invariant, state, violations, listed }: CheckedInvariant): string {
  const { promise } = invariants[invariant]
  const first = `${state.padEnd(stateWidth)}${invariant}: ${promise}\n`
  if (state === 'ok') return first
  if (state === 'unchecked')
    return `${first}${indented('The log above says why it could not be checked.')}`
  const more = (violations ?? 0) - listed.length
  return [
    first,
    ...listed.flatMap((violation) => [
      indented(idsOf(violation)),
      ...commandFor(invariant, violation).map((command) => indented(`  ${command}`)),
    ]),
    ...(more > 0 ? [indented(`and ${more} more`)] : []),
    indented(`→ ${remedyOf(invariant)}`),
  ].join('')
}

function linesOfMedia(media: CheckedMedia): string {
  const [first, ...more] = describeMedia(media)
  return `${media.state.padEnd(stateWidth)}${first}\n${more.map(indented).join('')}`
}

function remedyOf(invariant: InvariantName): string {
  const { repair, remedy } = invariants[invariant]
  const fix = 'Run `npm run lyceum -- doctor --data --fix`'
  if (remedy === undefined) return `${fix}; its log says why a repair failed.`
  return repair === undefined ? remedy : `${fix}. If that does not help: ${remedy}`
}

/** The command that settles the violation, where there is one. */
function commandFor(invariant: InvariantName, violation: Violation): string[] {
  const { command } = invariants[invariant]
  return command === undefined ? [] : [`npm run lyceum -- ${command(violation)}`]
}

function indented(line: string): string {
  return `${' '.repeat(stateWidth)}${line}\n`
}

/** `transactionId` is a transaction, `saleCurrency` a sale currency. */
function wordsOf(name: string): string {
  return name.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** `transaction 019a9c40-…, line 1` */
function idsOf(violation: Violation): string {
  return Object.entries(violation)
    .map(([name, id]) => `${wordsOf(name)} ${id}`)
    .join(', ')
}

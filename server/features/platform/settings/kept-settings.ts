import { findSettings, findSettingsRevision } from '../../../../db/queries/platform/settings.ts'
import { createPoller, type Poller } from '../../../../lib/poller.ts'
import { applySchool } from '../../../config/config.ts'
import {
  type SchoolSetting,
  type SchoolValues,
  schoolSettings,
  settingNames,
} from '../../../config/school-settings.ts'
import type { Deps } from '../../../context.ts'
import { describeCause } from '../../../errors/describe-cause.ts'

export interface KeptNow {
  revision: number
  values: SchoolValues
}

type Reading = Pick<Deps, 'db' | 'log'>
type Holding = Pick<Deps, 'config' | 'brandings'>

/**
 * Reads what the desk keeps. A value that this release does not take, such as one of a later
 * release, is left out: the server goes on without it.
 */
export async function readKept({ db, log }: Reading): Promise<KeptNow> {
  const { revision, content } = await findSettings(db)
  const readable = settingNames.flatMap((name) => {
    const stored: unknown = Object(content)[name]
    if (stored === undefined) return []
    const { value }: SchoolSetting = schoolSettings[name]
    const read = value.safeParse(stored)
    if (!read.success) log.error({ setting: name }, 'a setting of the school cannot be read')
    return read.success ? [[name, read.data]] : []
  })
  return { revision, values: Object.fromEntries(readable) as SchoolValues }
}

/** Lets settings take effect in this process. */
export function takeEffect({ config, brandings }: Holding, { revision, values }: KeptNow): void {
  // A slower look must not bring back what was before.
  if (revision < config.schoolRevision) return
  applySchool(config, values, revision)
  brandings.frozen.clear()
}

/** Takes over what another process changed; true if there was something. */
export async function refreshSettings(ctx: Reading & Holding): Promise<boolean> {
  if ((await findSettingsRevision(ctx.db)) === ctx.config.schoolRevision) return false
  takeEffect(ctx, await readKept(ctx))
  return true
}

/** How soon every process has what one of them changed. */
const rests = { shortest: 1_000, longest: 5_000 }

export function followSettings(ctx: Reading & Holding): Poller {
  const poller = createPoller({
    look: () => refreshSettings(ctx),
    rests,
    onFailure: (error) =>
      ctx.log.warn({ cause: describeCause(error) }, 'cannot look for changed settings'),
    onRecovery: () => ctx.log.info('can look for changed settings again'),
  })
  poller.start()
  return poller
}

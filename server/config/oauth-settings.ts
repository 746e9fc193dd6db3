import { z } from 'zod'
import { presets } from '../adapters/identity-providers/presets.ts'
import type { OAuthProviderConfig } from '../adapters/identity-providers/types.ts'
import { webUrl } from './shapes.ts'

/** Names of the providers that need no issuer, as settings spell them. */
export const presetNames = Object.keys(presets).map((name) => name.toUpperCase())

/** Settings of one provider, each as `OAUTH_<NAME>_…`; docs/configuration.md shows the texts. */
export const OAuthProviderSettings = z.object({
  CLIENT_ID: z.string().min(1).max(500).describe('Client id that the provider gave this service'),
  CLIENT_SECRET: z
    .string()
    .min(1)
    .max(2000)
    .describe(
      'Client secret that belongs to the id; OAUTH_NAME_CLIENT_SECRET_FILE names a file that holds ' +
        'only this secret instead',
    ),
  ISSUER: webUrl('https://id.example.org')
    .optional()
    .describe(
      'Issuer of the provider (OpenID Connect). Default: that of ' +
        `${presetNames.join(', ')} is known (required for all others)`,
    ),
  SCOPES: z
    .string()
    .regex(
      /^[\x21\x23-\x5b\x5d-\x7e]+( +[\x21\x23-\x5b\x5d-\x7e]+)*$/,
      'must be words separated by spaces',
    )
    .optional()
    .describe('Scopes to request. Default: openid email profile; for GITHUB read:user user:email'),
})

const settingName =
  /^OAUTH_([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)_(ISSUER|CLIENT_ID|CLIENT_SECRET|SCOPES)$/

/** Reads the providers of `OAUTH_<NAME>_…` settings, by name, and a problem per wrong setting. */
export function readOAuthProviders(
  environment: Record<string, string | undefined>,
  { production }: { production: boolean },
): { providers: OAuthProviderConfig[]; problems: string[] } {
  const given = new Map<string, Record<string, string>>()
  for (const [setting, value] of Object.entries(environment)) {
    const [, name, part] = settingName.exec(setting) ?? []
    if (name === undefined || part === undefined || value === undefined) continue
    given.set(name, { ...given.get(name), [part]: value })
  }

  const problems: string[] = []
  const providers = [...given].sort().flatMap(([name, settings]) => {
    const parsed = OAuthProviderSettings.safeParse(settings)
    const preset = presets[name.toLowerCase()]
    const wrong = parsed.success
      ? problemsOf(parsed.data, preset, production)
      : parsed.error.issues.map(describeIssue)
    problems.push(...wrong.map((problem) => `OAUTH_${name}_${problem}`))
    if (!parsed.success || wrong.length > 0) return []

    const {
      CLIENT_ID: clientId,
      CLIENT_SECRET: clientSecret,
      ISSUER: issuer = '',
      SCOPES: scopes = 'openid email profile',
    } = parsed.data
    const own = {
      ...(issuer !== '' && { issuer }),
      ...(settings.SCOPES !== undefined && { scopes }),
    }
    const standard = preset ?? { title: titleOf(name), kind: 'oidc' as const, issuer, scopes }
    return [
      {
        name: name.toLowerCase().replaceAll('_', '-'),
        ...standard,
        ...own,
        clientId,
        clientSecret,
      },
    ]
  })
  return { providers, problems }
}

type Given = z.infer<typeof OAuthProviderSettings>

function problemsOf(
  { ISSUER, SCOPES }: Given,
  preset: (typeof presets)[string],
  production: boolean,
): string[] {
  if (preset !== undefined && preset.kind !== 'oidc')
    return ISSUER === undefined
      ? []
      : [`ISSUER: ${preset.title} has no issuer; use a different name for a different provider`]
  const problems: string[] = []
  if (ISSUER === undefined && preset === undefined) problems.push('ISSUER: required')
  if (ISSUER !== undefined && /[?#@]/.test(ISSUER))
    problems.push('ISSUER: must be a URL without user, query or fragment')
  if (production && ISSUER?.startsWith('http:') === true)
    problems.push('ISSUER: must begin with https:// in production')
  if (SCOPES !== undefined && !SCOPES.split(/ +/).includes('openid'))
    problems.push('SCOPES: must include openid')
  return problems
}

function describeIssue({ path, message, code }: z.core.$ZodIssue): string {
  return `${String(path[0])}: ${code === 'invalid_type' ? 'required' : message}`
}

/** Turns `MY_SCHOOL` into "My School". */
function titleOf(name: string): string {
  return name
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join(' ')
}

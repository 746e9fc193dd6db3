import { currencies, exponentOf } from '../../../../lib/money.ts'
import type { Context } from '../../../context.ts'
import { clientLimits } from '../../../errors/client-limits.ts'
import { pageLanguages } from '../../../texts/texts.ts'
import { maxPasswordLength, minPasswordLength } from '../auth/schema.ts'
import { listProviders } from '../identities/sign-in.ts'
import type { SiteConfig } from './schema.ts'

/** Returns to anyone only what the pages and answers of this server show anyway. */
export function getSiteConfig(ctx: Context): SiteConfig {
  const { config } = ctx
  const { color, accent } = config.certificates.branding
  return {
    name: config.brand.name,
    publicUrl: config.publicUrl,
    colors: { color, accent },
    logo: logoUrlOf(config),
    links: linksOf(config),
    terms: config.terms ?? null,
    languages: { mails: [...config.languages], pages: [...pageLanguages] },
    signIn: {
      providers: listProviders(ctx).items,
      returnUrls: config.oauthReturnUrls,
      tokenSeconds: config.tokenTtlMilliseconds / 1000,
    },
    password: { minLength: minPasswordLength, maxLength: maxPasswordLength },
    openOperations: config.publicOperations,
    checkout: {
      provider: config.paymentProvider,
      returnUrl: config.checkoutReturnUrl,
      returnUrls: [config.checkoutReturnUrl, ...config.checkoutReturnUrls],
    },
    limits: {
      fileBytes: ctx.mediaLimits.maxFileBytes,
      courseBytes: ctx.mediaLimits.maxCourseBytes,
      ...clientLimits,
    },
    currencies: allCurrencies,
  }
}

/** Returns the address of the school's logo, which changes with the settings; null without one. */
export function logoUrlOf({ certificates, publicUrl, schoolRevision }: Context['config']) {
  if (certificates.branding.logo === undefined) return null
  return `${publicUrl}/verify/assets/logos/settings?v=${schoolRevision}`
}

function linksOf({ brand: { links, support, lines } }: Context['config']) {
  const { imprint = null, privacy = null, terms = null } = links
  return { imprint, privacy, terms, support: support ?? null, lines: [...lines] }
}

const allCurrencies = [...currencies].sort().map((code) => ({ code, exponent: exponentOf(code) }))

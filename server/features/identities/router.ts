import type { ErrorName } from '../../errors/errors.ts'
import { Nothing } from '../../lib/schema.ts'
import type { LimitName } from '../../security/limits.ts'
import { publicProcedure, rest, userProcedure } from '../../trpc.ts'
import { Done, Login } from '../auth/schema.ts'
import {
  finishLink,
  listIdentities,
  requestSignInCode,
  startLink,
  unlinkIdentity,
} from './identities.ts'
import {
  Exchange,
  LinkedIdentities,
  LinkRequest,
  Providers,
  Unlinking,
  Visit,
  VisitRequest,
  VisitReturn,
} from './schema.ts'
import { exchangeSignIn, finishSignIn, listProviders, startSignIn } from './sign-in.ts'

/** Signing in with third parties; part of `auth`. */
export const oauthProcedures = {
  providers: publicProcedure
    .meta(
      rest('GET /api/v1/auth/oauth', {
        summary: 'List the third parties that one can sign in with',
        description: 'Empty where none is configured.',
      }),
    )
    .input(Nothing)
    .output(Providers)
    .query(({ ctx }) => listProviders(ctx)),

  startOAuth: publicProcedure
    .meta(
      rest('POST /api/v1/auth/oauth/{provider}/start', {
        summary: 'Start to sign in with a third party',
        errors: ['ProviderNotFound', 'ProviderUnavailable'],
        limits: ['signInStartsPerIp'],
        description:
          'For single-page frontends. Send the browser to authorizationUrl; the provider sends it back to returnUrl with parameters for the ' +
          'callback. The answer sets a cookie that the callback needs: across origins call both with `credentials: "include"`. Frontends of ' +
          'another site, where browsers keep no such cookie, sign in by redirects.',
      }),
    )
    .input(VisitRequest)
    .output(Visit)
    .mutation(({ ctx, input }) => startSignIn(ctx, input)),

  finishOAuth: publicProcedure
    .meta(
      rest('POST /api/v1/auth/oauth/{provider}/callback', {
        summary: 'Finish to sign in with a third party and receive a JWT',
        errors: [
          'ProviderNotFound',
          'ProviderUnavailable',
          'SignInExpired',
          'SignInRefused',
          'ProviderEmailNotVerified',
          'EmailNotVerified',
          'LinkRequired',
        ],
        limits: ['signInReturnsPerIp', 'newDeviceNoticesPerAccount'],
        description:
          'Takes what the browser brought back, once, within ten minutes, from the browser that started. Whoever comes for the first time gets an ' +
          'account, provided that the provider vouches for the email. Where a verified account has this email the answer is LinkRequired, unless ' +
          'OAUTH_LINK_VERIFIED_EMAILS is set; an account that nobody verified becomes that of the one who signs in, without the password it had.',
      }),
    )
    .input(VisitReturn)
    .output(Login)
    .mutation(({ ctx, input }) => finishSignIn(ctx, input)),

  exchangeOAuth: publicProcedure
    .meta(
      rest('POST /api/v1/auth/oauth/exchange', {
        summary: 'Exchange the one-time code of a sign-in by redirects for a JWT',
        errors: ['SignInExpired'],
        limits: ['signInReturnsPerIp', 'newDeviceNoticesPerAccount'],
        description:
          'The code is good for one use within a minute, and for the one who has the verifier where the sign-in began with a codeChallenge.',
      }),
    )
    .input(Exchange)
    .output(Login)
    .mutation(({ ctx, input }) => exchangeSignIn(ctx, input)),
}

const proofErrors: ErrorName[] = ['WrongPassword', 'PasswordNotSet', 'InvalidCode']
const proofLimits: LimitName[] = [
  'passwordProofsPerAccount',
  'wrongProofsPerAccount',
  'wrongProofCodesPerAccount',
]

/** Identities at third parties; part of `me`. */
export const identityProcedures = {
  identities: userProcedure
    .meta(
      rest('GET /api/me/identities', {
        summary: 'List the third parties that sign in to my account',
        noStore: true,
        description: 'Besides the password, where there is one.',
      }),
    )
    .input(Nothing)
    .output(LinkedIdentities)
    .query(({ ctx }) => listIdentities(ctx)),

  requestSignInCode: userProcedure
    .meta(
      rest('POST /api/me/sign-in-code', {
        summary: 'Ask for a code that links or unlinks a third party without the password',
        limits: ['proofCodeRequestsPerAccount', 'mailsPerAccount', 'mailsPerAccountAndDay'],
        description:
          'For accounts that sign in with a third party only, and for who forgot the password. The code comes by mail, and is good for one use.',
      }),
    )
    .input(Nothing)
    .output(Done)
    .mutation(({ ctx }) => requestSignInCode(ctx)),

  startLink: userProcedure
    .meta(
      rest('POST /api/me/oauth/{provider}/start', {
        summary: 'Start to link an identity at a third party to my account',
        errors: ['ProviderNotFound', 'ProviderUnavailable', ...proofErrors],
        limits: ['signInStartsPerIp', ...proofLimits],
        description:
          'Takes the password, or a code from me.requestSignInCode. Send the browser to authorizationUrl; the provider sends it back to returnUrl ' +
          'with parameters for the callback. Needs no cookie. Another password or email, set meanwhile, ends the visit.',
      }),
    )
    .input(LinkRequest)
    .output(Visit)
    .mutation(({ ctx, input }) => startLink(ctx, input)),

  finishLink: userProcedure
    .meta(
      rest('POST /api/me/oauth/{provider}/callback', {
        summary: 'Finish to link an identity at a third party to my account',
        errors: [
          'ProviderNotFound',
          'ProviderUnavailable',
          'SignInExpired',
          'SignInRefused',
          'IdentityInUse',
        ],
        limits: ['signInReturnsPerIp'],
        description:
          'Takes what the browser brought back, once, within ten minutes, in the session that started. From then on the identity signs in to my ' +
          'account, whatever its email; I am told by mail.',
      }),
    )
    .input(VisitReturn)
    .output(LinkedIdentities)
    .mutation(({ ctx, input }) => finishLink(ctx, input)),

  unlink: userProcedure
    .meta(
      rest('DELETE /api/me/identities/{id}', {
        summary: 'Unlink an identity from my account',
        aliases: ['POST /api/me/identities/{id}/unlink'],
        errors: ['IdentityNotFound', 'LastSignInMethod', ...proofErrors],
        limits: proofLimits,
        description:
          'Takes the password, or a code from me.requestSignInCode. The identity signs in no more, and all my other sessions end; I am told by mail. ' +
          'The last way into an account cannot be removed. Who cannot send a DELETE with a body uses the alias.',
      }),
    )
    .input(Unlinking)
    .output(LinkedIdentities)
    .mutation(({ ctx, input }) => unlinkIdentity(ctx, input)),
}

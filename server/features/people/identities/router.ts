import { Empty } from '../../../../lib/schema.ts'
import { publicProcedure, userProcedure } from '../../../trpc.ts'
import { LoginResult, Message } from '../auth/schema.ts'
import {
  finishLink,
  listIdentities,
  requestSignInCode,
  startLink,
  unlinkIdentity,
} from './identities.ts'
import * as schema from './schema.ts'
import { exchangeSignIn, finishSignIn, listProviders, startSignIn } from './sign-in.ts'

/** Procedures of sign-in with third parties; published as part of `auth`. */
export const oauthProcedures = {
  providers: publicProcedure
    .meta({
      route: 'GET /api/v1/auth/oauth',
      summary: 'List the third parties you can sign in with',
      description: 'Empty if none is configured.',
    })
    .input(Empty)
    .output(schema.Providers)
    .query(({ ctx }) => listProviders(ctx)),

  startOAuth: publicProcedure
    .meta({
      route: 'POST /api/v1/auth/oauth/{provider}/start',
      summary: 'Start a third-party sign-in',
      errors: ['ProviderNotFound', 'ProviderUnavailable'],
      limits: ['signInStartsPerIp'],
      description:
        'For single-page frontends. Send the browser to authorizationUrl; the provider sends ' +
        'it back to returnUrl with parameters for the callback. The answer sets a cookie that ' +
        'the callback needs: across origins, call both with `credentials: "include"`. Browsers ' +
        'keep no such cookie for a frontend on a different site; there, sign in by redirects.',
    })
    .input(schema.StartOAuthInput)
    .output(schema.OAuthStart)
    .mutation(({ ctx, input }) => startSignIn(ctx, input)),

  finishOAuth: publicProcedure
    .meta({
      route: 'POST /api/v1/auth/oauth/{provider}/callback',
      summary: 'Complete a third-party sign-in and receive a JWT',
      errors: [
        'TermsNotAccepted',
        'ProviderNotFound',
        'ProviderUnavailable',
        'SignInExpired',
        'SignInRefused',
        'ProviderEmailNotVerified',
        'AccountSuspended',
        'EmailNotVerified',
        'LinkRequired',
        'SecondFactorRequired',
      ],
      limits: ['signInReturnsPerIp', 'newDeviceNoticesPerAccount'],
      description:
        'Takes the parameters that the browser returned with: once, within ten minutes, from ' +
        'the browser that started. A first sign-in creates an account, provided that the ' +
        'provider vouches for the email. If a verified account has this email, you get ' +
        'LinkRequired, unless OAUTH_LINK_VERIFIED_EMAILS is set; an unverified account is ' +
        'handed over to the person who signs in, without its old password.',
    })
    .input(schema.FinishOAuthInput)
    .output(LoginResult)
    .mutation(({ ctx, input }) => finishSignIn(ctx, input)),

  exchangeOAuth: publicProcedure
    .meta({
      route: 'POST /api/v1/auth/oauth/exchange',
      summary: 'Exchange the code from a sign-in by redirects for a JWT',
      errors: ['SignInExpired', 'AccountSuspended', 'SecondFactorRequired'],
      limits: ['signInReturnsPerIp', 'newDeviceNoticesPerAccount'],
      description:
        'The code is valid for one use within a minute. If the sign-in began with a ' +
        'codeChallenge, it takes the matching codeVerifier.',
    })
    .input(schema.ExchangeOAuthInput)
    .output(LoginResult)
    .mutation(({ ctx, input }) => exchangeSignIn(ctx, input)),
}

/** Procedures of third-party identities; published as part of `me`. */
export const identityProcedures = {
  identities: userProcedure
    .meta({
      route: 'GET /api/v1/me/identities',
      summary: 'List the third parties that sign in to your account',
      noStore: true,
      description: 'Your password, if you have one, is not listed.',
    })
    .input(Empty)
    .output(schema.LinkedIdentities)
    .query(({ ctx }) => listIdentities(ctx)),

  requestSignInCode: userProcedure
    .meta({
      route: 'POST /api/v1/me/sign-in-code',
      summary: 'Request a code that proves, without the password, that you are asking',
      limits: ['proofCodeRequestsPerAccount', 'mailsPerAccount', 'mailsPerAccountAndDay'],
      description:
        'For accounts that only sign in with a third party, and for users who forgot their ' +
        'password. The code comes by mail and is valid for one use.',
    })
    .input(Empty)
    .output(Message)
    .mutation(({ ctx }) => requestSignInCode(ctx)),

  startLink: userProcedure
    .meta({
      route: 'POST /api/v1/me/oauth/{provider}/start',
      summary: 'Start linking a third-party identity to your account',
      errors: ['ProviderNotFound', 'ProviderUnavailable'],
      limits: ['signInStartsPerIp'],
      proof: true,
      description:
        'Send the browser to ' +
        'authorizationUrl; the provider sends it back to returnUrl with parameters for the ' +
        'callback. Needs no cookie. If your password or email changes in the meantime, you ' +
        'have to start again.',
    })
    .input(schema.StartLinkInput)
    .output(schema.OAuthStart)
    .mutation(({ ctx, input }) => startLink(ctx, input)),

  finishLink: userProcedure
    .meta({
      route: 'POST /api/v1/me/oauth/{provider}/callback',
      summary: 'Complete linking a third-party identity to your account',
      errors: [
        'ProviderNotFound',
        'ProviderUnavailable',
        'SignInExpired',
        'SignInRefused',
        'IdentityInUse',
      ],
      limits: ['signInReturnsPerIp'],
      description:
        'Takes the parameters that the browser returned with: once, within ten minutes, in the ' +
        'session that started. From then on the identity signs in to your account, whatever ' +
        'its email. We mail you a notification.',
    })
    .input(schema.FinishOAuthInput)
    .output(schema.LinkedIdentities)
    .mutation(({ ctx, input }) => finishLink(ctx, input)),

  unlink: userProcedure
    .meta({
      route: 'DELETE /api/v1/me/identities/{identityId}',
      summary: 'Unlink an identity from your account',
      aliases: ['POST /api/v1/me/identities/{identityId}/unlink'],
      errors: ['IdentityNotFound', 'LastSignInMethod'],
      proof: true,
      description:
        'The identity can no longer ' +
        'sign in, and all your other sessions end. We mail you a notification. You cannot ' +
        'remove the last sign-in method of an account. If your client cannot send a DELETE ' +
        'with a body, use the alias.',
    })
    .input(schema.UnlinkIdentityInput)
    .output(schema.LinkedIdentities)
    .mutation(({ ctx, input }) => unlinkIdentity(ctx, input)),
}

import { Empty } from '../../../../lib/schema.ts'
import { userProcedure } from '../../../trpc.ts'
import { withProof } from '../../platform/proof/with-proof.ts'
import * as schema from './schema.ts'
import {
  confirmPasskey,
  confirmTotp,
  makeRecoveryCodes,
  removeSecondFactor,
  showSecondFactors,
  startPasskey,
  startTotp,
} from './second-factors.ts'

const route = '/api/v1/me/second-factors' as const

/** Procedures published as part of `me`. */
export const secondFactorProcedures = {
  secondFactors: userProcedure
    .meta({ route: `GET ${route}`, summary: 'List your second factors', noStore: true })
    .input(Empty)
    .output(schema.SecondFactors)
    .query(({ ctx }) => showSecondFactors(ctx)),

  startTotp: userProcedure
    .meta({
      route: `POST ${route}/totp/start`,
      summary: 'Start adding an app that says codes (TOTP)',
      proof: true,
      description: 'Nothing changes until you confirm it with a first code.',
    })
    .input(schema.ProofInput)
    .output(schema.TotpStart)
    .mutation(({ ctx, input }) => withProof(ctx, input, startTotp)),

  confirmTotp: userProcedure
    .meta({
      route: `POST ${route}/totp`,
      summary: 'Add the app, with the first code that it says',
      errors: ['SignInExpired', 'WrongSecondFactor', 'SecondFactorExists', 'TooManySecondFactors'],
      description:
        'From then on every sign-in needs a second factor. The first one ends your other ' +
        'sessions, and comes with recovery codes. We mail you a notification.',
    })
    .input(schema.ConfirmTotpInput)
    .output(schema.SecondFactorAdded)
    .mutation(({ ctx, input }) => confirmTotp(ctx, input)),

  startPasskey: userProcedure
    .meta({
      route: `POST ${route}/passkeys/start`,
      summary: 'Start adding a passkey',
      proof: true,
    })
    .input(schema.ProofInput)
    .output(schema.PasskeyStart)
    .mutation(({ ctx, input }) => withProof(ctx, input, startPasskey)),

  confirmPasskey: userProcedure
    .meta({
      route: `POST ${route}/passkeys`,
      summary: 'Add the passkey that your browser made',
      errors: ['SignInExpired', 'WrongSecondFactor', 'SecondFactorExists', 'TooManySecondFactors'],
      description: 'The same as with an app.',
    })
    .input(schema.ConfirmPasskeyInput)
    .output(schema.SecondFactorAdded)
    .mutation(({ ctx, input }) => confirmPasskey(ctx, input)),

  makeRecoveryCodes: userProcedure
    .meta({
      route: `POST ${route}/recovery-codes`,
      summary: 'Make new recovery codes; those from before end',
      errors: ['SecondFactorNotFound'],
      proof: true,
    })
    .input(schema.ProofInput)
    .output(schema.RecoveryCodes)
    .mutation(({ ctx, input }) => withProof(ctx, input, makeRecoveryCodes)),

  removeSecondFactor: userProcedure
    .meta({
      route: `DELETE ${route}/{factorId}`,
      summary: 'Remove a second factor',
      aliases: [`POST ${route}/{factorId}/remove`],
      errors: ['SecondFactorNotFound'],
      proof: true,
      description:
        'Ends your other sessions; with the last one the recovery codes end, too. We mail you a ' +
        'notification. If your client cannot send a DELETE with a body, use the alias.',
    })
    .input(schema.RemoveSecondFactorInput)
    .output(schema.SecondFactors)
    .mutation(({ ctx, input }) => withProof(ctx, input, (ctx) => removeSecondFactor(ctx, input))),
}

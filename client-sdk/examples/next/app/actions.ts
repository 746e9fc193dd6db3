'use server'

import { isLyceumError } from '@lyceum/sdk'
import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { lyceumOfRequest } from '../session'

export async function signIn(form: FormData): Promise<void> {
  const lyceum = await lyceumOfRequest()
  const failure = await lyceum
    .signIn({ email: String(form.get('email')), password: String(form.get('password')) })
    .then(
      () => undefined,
      (error: unknown) => error,
    )
  if (failure === undefined) redirect('/')
  if (!isLyceumError(failure)) throw failure
  redirect(`/login?because=${failure.name}`)
}

export async function signOut(): Promise<void> {
  const lyceum = await lyceumOfRequest()
  await lyceum.signOut()
  redirect('/login')
}

export async function addToCart(form: FormData): Promise<void> {
  const lyceum = await lyceumOfRequest()
  try {
    await lyceum.cart.add.mutate({ courseId: String(form.get('courseId')) })
  } catch (error) {
    if (!isLyceumError(error, 'cart.add') || error.name !== 'AlreadyEnrolled') throw error
  }
  revalidatePath('/')
}

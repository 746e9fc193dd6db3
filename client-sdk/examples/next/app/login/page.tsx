import { signIn } from '../actions'

export default async function Login({
  searchParams,
}: {
  searchParams: Promise<{ because?: string }>
}) {
  const { because } = await searchParams
  return (
    <main>
      <p id="message">{because}</p>
      <form action={signIn}>
        <label>
          Email <input name="email" type="email" autoComplete="username" required />
        </label>
        <label>
          Password <input name="password" type="password" required />
        </label>
        <button type="submit">Log in</button>
      </form>
    </main>
  )
}

import { formatMoney, isLyceumError } from '@lyceum/sdk'
import { redirect } from 'next/navigation'
import { lyceumOfRequest } from '../session'
import { addToCart, signOut } from './actions'

export default async function Home() {
  const { me, cart, courses } = await readAll()
  return (
    <main>
      <p>
        Signed in as <strong id="name">{me.name}</strong>,{' '}
        <span id="cart">{cart.items.length}</span> in the cart
      </p>
      <ul>
        {courses.items.map(({ id, title, price }) => (
          <li key={id}>
            {title} ({price.amount === 0 ? 'free' : formatMoney(price, 'en')})
            <form action={addToCart}>
              <button type="submit" name="courseId" value={id}>
                Add to cart
              </button>
            </form>
          </li>
        ))}
      </ul>
      <form action={signOut}>
        <button type="submit" id="signOut">
          Log out
        </button>
      </form>
    </main>
  )
}

async function readAll() {
  const lyceum = await lyceumOfRequest()
  try {
    // Calls made at the same time share one HTTP request.
    const [me, cart, courses] = await Promise.all([
      lyceum.me.get.query(),
      lyceum.cart.get.query(),
      lyceum.courses.list.query(),
    ])
    return { me, cart, courses }
  } catch (error) {
    if (!isLyceumError(error)) throw error
    const isOver =
      error.name === 'TokenMissing' ||
      error.name === 'TokenExpired' ||
      error.name === 'TokenInvalid'
    if (!isOver) throw error
    // Next.js's redirect throws too: nothing above may catch it.
    redirect(`/login?because=${error.name}`)
  }
}

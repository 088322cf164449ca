import { hashSecret } from './secrets'

const DIGITS = 6

/** A PIN: random digits. Of 2³² numbers each PIN has nearly as many as any other. */
export function newPin(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The stored hash of a PIN. Whoever has the table cannot try the million PINs without the pepper. */
export const pinHashOf = (pepper: string, personId: number, pin: string) => hashSecret(pepper, `pin ${personId} ${pin}`)

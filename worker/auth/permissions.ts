/** Whether a set of permissions allows an operation; `write` includes `read`. */
export function allows(held: readonly string[], needed: string): boolean {
  return held.includes(needed) || held.includes(needed.replace(/:read$/, ':write'))
}

import { build } from 'vite'

/** Builds the site anew before tests are run: the Worker serves its words and contracts, which may have changed. */
export default async function site(): Promise<void> {
  await build({ logLevel: 'warn' })
}

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of WordPress: that of Debian's package, or of the variable `WORDPRESS`. */
export const WORDPRESS = process.env.WORDPRESS ?? '/usr/share/wordpress'

/** The commands of the packages. Not every user's PATH has those of an administrator. */
export const ENV = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` }

const runs = (command: string, ...args: string[]) => spawnSync(command, args, { env: ENV, encoding: 'utf8' })

/** The packages of Debian that the tests need and that are not installed. */
export function missingPackages(): string[] {
  const packages: Record<string, boolean> = {
    wordpress: existsSync(join(WORDPRESS, 'wp-load.php')),
    'php-cli': runs('php', '-v').status === 0,
    'php-mysql': /^mysqli$/m.test(runs('php', '-m').stdout ?? ''),
    'mariadb-server': runs('mariadbd', '--no-defaults', '--version').status === 0,
  }
  return Object.keys(packages).filter(name => !packages[name])
}

declare namespace Cloudflare {
  interface Env extends Omit<import('../../worker/settings').Env, never> {
    ADMIN_TOKEN: string
    SIGNING_KEYS: string
    LINK_KEYS: string
    WEBHOOK_KEYS: string
    SECRET_PEPPER: string
    /** The first database, where there are two; `DB` is the second then. */
    CONTROL?: D1Database
    MIGRATIONS: import('cloudflare:test').D1Migration[]
  }
  interface GlobalProps {
    mainModule: typeof import('../../worker/index')
  }
}

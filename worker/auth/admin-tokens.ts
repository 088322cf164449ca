/** 32 characters of base64url are 192 bits. A shorter token is not random enough to be the only key of administration. */
const TOKEN_CHARACTERS = 32
/** The tokens by their names in the log: the new one and the old one, while clients change from one to the other. */
export const ADMINS = ['admin', 'admin-2']

/** The tokens of ADMIN_TOKEN: one, or two with white space between them. Empty: it is not configured, or cannot be used. */
export function adminTokens(setting: string): string[] {
  const tokens = setting.split(/\s+/).filter(Boolean)
  return tokens.length <= ADMINS.length && tokens.every(token => token.length >= TOKEN_CHARACTERS) ? tokens : []
}

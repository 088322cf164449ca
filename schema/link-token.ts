const FOLLOWED = /^([\w-]+\.[\w-]+\.[\w-]+)(?:%(?:25)*[\da-f]{2}|[^\w-])*$/i

/**
 * The token of an itinerary link in the last part of an address, without characters after it that no token has: mail programs
 * take punctuation after an address into it. They may be percent-encoded, also twice. Undefined if the text has not the form of a token.
 */
export const linkTokenIn = (text: string): string | undefined => FOLLOWED.exec(text)?.[1]

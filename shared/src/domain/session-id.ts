/** `session_<milliseconds since 1970>_<random>`. Apart from its schema, because browsers test it as well. */
export const SESSION_ID = /^session_\d{1,16}_[A-Za-z0-9]{4,64}$/

/** How long a revealed secret shows, in seconds (SPEC 8); a test holds it against the contract. */
export const SECRET_VISIBLE_S = 30;

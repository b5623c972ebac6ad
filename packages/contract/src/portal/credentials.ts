import Type from 'typebox';
import { secret } from '../secret.ts';
import { CSRF_COOKIE, CSRF_HEADER } from './csrf.ts';

/*
 * What a browser carries to the portal beside its calls. The names are constants elsewhere; here are the marks, apart
 * from them so that the pages need no schema library.
 */

/** Values of the portal's cookies (SPEC 2.3), by their names without the environment suffix. */
export const PortalCookieValues = Type.Object({
  svc_token: secret(Type.String({ description: 'Session token.' })),
  svc_account: secret(Type.String({ description: 'Signed account of the session.' })),
  svc_handshake: secret(Type.String({ description: 'One sign-in on its way, sealed (decision 0023).' })),
  [CSRF_COOKIE]: secret(Type.String({ description: 'CSRF token; scripts of the pages read it.' })),
});

/** Header of a mutating call (SPEC 5.1). */
export const CsrfHeaders = Type.Object({
  [CSRF_HEADER]: secret(Type.String({ description: 'The value of the csrf cookie.' })),
});

/** Query of the sign-in callback in the ticket protocol (SPEC 3.1). */
export const SignInCallbackQuery = Type.Object({
  source: Type.String(),
  ticket: secret(Type.String({ description: 'Signs its person in, once.' })),
  login_type: Type.String(),
});

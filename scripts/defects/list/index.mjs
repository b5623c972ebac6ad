import { gateway } from './gateway.mjs';
import { kernel } from './kernel.mjs';
import { pages } from './pages.mjs';
import { portal } from './portal.mjs';
import { signIn } from './sign-in.mjs';
import { strangers } from './strangers.mjs';
import { tours } from './tours.mjs';

/** Every planted defect. A new rule that others rely on gets one: what nothing catches may be lost by anybody. */
export const defects = [...gateway, ...kernel, ...signIn, ...strangers, ...portal, ...tours, ...pages];

/** Name under which calls of file addresses are logged and counted; the contract's operations have names of their own. */
export const FILE_OPERATION = 'file';

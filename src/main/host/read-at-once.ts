import { constants } from 'node:fs';

/**
 * How a file of people is opened: a named pipe that nobody writes to is open at once too, and is then told by what it
 * is. Otherwise the open would wait for a writer for ever, and no signal could end the process.
 */
export const READ_AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

import { tables } from './0001-tables';
import { counts } from './0002-counts';
import { trailers } from './0003-trailers';
import { history } from './0004-history';
import { search } from './0005-search';
import { past } from './0006-past';
import { leaps } from './0007-leaps';
import { signatures } from './0008-signatures';
import { policies } from './0009-policies';
import { kept } from './0010-kept';
import { sendKeys } from './0011-send-keys';
import { recentAttempts } from './0012-recent-attempts';
import { throttlePlaces } from './0013-throttle-places';
import { https } from './0014-https';
import { forwarding } from './0015-forwarding';
import { scenarios } from './0016-scenarios';
import type { Migration } from './migration';

export const MIGRATIONS: readonly Migration[] = [
  tables,
  counts,
  trailers,
  history,
  search,
  past,
  leaps,
  signatures,
  policies,
  kept,
  sendKeys,
  recentAttempts,
  throttlePlaces,
  https,
  forwarding,
  scenarios,
];

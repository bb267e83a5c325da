package io.twophase.planted.purity.domain.id;

import java.time.Clock;

/** The domain is told the time, not whom to ask. */
interface KnowsClocks {

  Clock clock();
}

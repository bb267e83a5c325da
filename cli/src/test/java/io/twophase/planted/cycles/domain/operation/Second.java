package io.twophase.planted.cycles.domain.operation;

import io.twophase.planted.cycles.domain.account.First;

/** Sees the first, which sees it. */
public interface Second {

  First first();
}

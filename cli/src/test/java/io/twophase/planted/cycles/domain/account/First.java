package io.twophase.planted.cycles.domain.account;

import io.twophase.planted.cycles.domain.operation.Second;

/** Sees the second, which sees it. */
public interface First {

  Second second();
}

package io.twophase.planted.cycles.ports;

import io.twophase.planted.cycles.domain.money.Below;

/** A port that sees the domain. */
public interface Between {

  Below below();
}

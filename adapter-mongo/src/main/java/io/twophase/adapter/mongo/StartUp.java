package io.twophase.adapter.mongo;

import io.vavr.control.Option;

/**
 * What a store sees to when it is opened, besides its indexes.
 *
 * @param probe whether the server is tried out
 * @param validators whether validators are set on the collections
 * @param retention how long finished records are kept from now on; if none, as it is
 */
public record StartUp(boolean probe, boolean validators, Option<Retention> retention) {

  /** The probe, and nothing else. */
  public static final StartUp DEFAULT = new StartUp(true, false, Option.none());

  StartUp withProbe(boolean other) {
    return new StartUp(other, validators, retention);
  }

  StartUp withValidators(boolean other) {
    return new StartUp(probe, other, retention);
  }

  StartUp withRetention(Retention other) {
    return new StartUp(probe, validators, Option.some(other));
  }
}

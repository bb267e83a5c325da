package io.twophase.adapter.mongo;

import io.vavr.control.Option;

/**
 * What a store sees to when it is opened, besides the index of open transactions.
 *
 * @param probe whether the server is tried out
 * @param validators whether validators are set on the collections
 * @param retention how long finished records are kept from now on; if none, as it is
 * @param heldIndex whether the accounts that have holds get an index
 * @param dropsOlderIndexes whether indexes are dropped that earlier releases made, and this one
 *     does not
 * @param serverTransactions whether transactions of the server are used, where it has them
 */
public record StartUp(
    boolean probe,
    boolean validators,
    Option<Retention> retention,
    boolean heldIndex,
    boolean dropsOlderIndexes,
    boolean serverTransactions) {

  /** The probe alone. */
  public static final StartUp DEFAULT =
      new StartUp(true, false, Option.none(), false, false, false);

  StartUp withProbe(boolean other) {
    return new StartUp(
        other, validators, retention, heldIndex, dropsOlderIndexes, serverTransactions);
  }

  StartUp withValidators(boolean other) {
    return new StartUp(probe, other, retention, heldIndex, dropsOlderIndexes, serverTransactions);
  }

  StartUp withRetention(Retention other) {
    return new StartUp(
        probe, validators, Option.some(other), heldIndex, dropsOlderIndexes, serverTransactions);
  }

  StartUp withHeldIndex(boolean other) {
    return new StartUp(probe, validators, retention, other, dropsOlderIndexes, serverTransactions);
  }

  StartUp withOlderIndexesDropped(boolean other) {
    return new StartUp(probe, validators, retention, heldIndex, other, serverTransactions);
  }

  StartUp withServerTransactions(boolean other) {
    return new StartUp(probe, validators, retention, heldIndex, dropsOlderIndexes, other);
  }
}

package io.twophase.adapter.mongo;

import io.twophase.ports.Records.SearchIndexes;
import java.util.Optional;

/**
 * The work of a store at its opening, besides the index of open transactions.
 *
 * @param probe whether the server is tried out
 * @param validators whether validators are set on the collections
 * @param retention how long finished records are kept from now on; if none, as it is
 * @param heldIndex whether the accounts that have holds get an index
 * @param serverTransactions whether transactions of the server are used, where it has them
 * @param searchIndexes which indexes are made to find transactions by
 */
public record StartUp(
    boolean probe,
    boolean validators,
    Optional<Retention> retention,
    boolean heldIndex,
    boolean serverTransactions,
    SearchIndexes searchIndexes) {

  /** The probe alone. */
  public static final StartUp DEFAULT =
      new StartUp(true, false, Optional.empty(), false, false, SearchIndexes.NONE);
}

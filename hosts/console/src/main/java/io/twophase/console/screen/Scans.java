package io.twophase.console.screen;

import io.twophase.Transactions;
import io.twophase.console.http.Answer;
import io.twophase.console.view.Json;
import io.twophase.ports.Records.SearchIndexes;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.vavr.control.Either;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * The searches of one console that read every transaction: each is asked for before it begins, and
 * two at most are under way. Thread-safe.
 */
public final class Scans {

  /** So many are under way at most: a store has other work. */
  static final int MOST = 2;

  private final Semaphore free = new Semaphore(MOST);

  /**
   * Makes a search that reads every transaction.
   *
   * @return the answer in its place, if as many are under way as may be
   */
  <T> Either<Answer, T> limited(Supplier<T> search) {
    if (!free.tryAcquire()) {
      return Either.left(
          new Answer.Declined(503, "TooManyScans", "two searches are under way; try again"));
    }
    try {
      return Either.right(search.get());
    } finally {
      free.release();
    }
  }

  /** The indexes of a store; none where it does not permit to ask. */
  static SearchIndexes indexes(Transactions transactions) {
    try {
      return transactions.searchIndexes();
    } catch (StoreUnavailableException away) {
      throw away;
    } catch (StoreException notPermitted) {
      return SearchIndexes.NONE;
    }
  }

  /**
   * Asks whether to go on.
   *
   * @param why in words, without a full stop
   * @param kept the parameters of the request, to be sent again
   */
  static Map<String, Object> asks(String why, Map<String, ?> kept) {
    String message = why + ", which may take long and loads the store. Nothing was read yet.";
    return Json.object(
        "message", message, "parameter", "scan=yes", "fields", Json.pairs("name", kept));
  }
}

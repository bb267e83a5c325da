package io.twophase.console.screen;

import io.twophase.Transactions;
import io.twophase.console.view.Json;
import io.twophase.ports.SearchIndexes;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.util.List;
import java.util.Map;

/** The answer in the place of a search that would read every transaction. */
final class Scans {

  private Scans() {}

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
  static Map<String, Object> asks(String why, List<Map<String, Object>> kept) {
    return Json.object(
        "message",
        why + ", which may take long and loads the store. Nothing was read yet.",
        "parameter",
        "scan=yes",
        "fields",
        kept);
  }
}

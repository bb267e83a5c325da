package io.twophase.cli.run;

import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.operation.RemoveDocument;
import java.util.HashSet;
import java.util.Set;

/**
 * The targets that a transaction touches. Two that touch nothing in common, or only check it, have
 * the same answers and leave the same documents whichever is first. Documents of one collection may
 * have a value in common that only one of them can have: so what inserts a document, or removes
 * one, touches the whole collection.
 *
 * @param changed its id, its accounts, the documents that it does more to than check them, and the
 *     collections that it inserts into or removes from
 * @param checked the documents that it checks
 */
record Footprint(Set<Object> changed, Set<Object> checked) {

  static Footprint of(TransactionRequest request) {
    Set<Object> changed = new HashSet<>();
    Set<Object> checked = new HashSet<>();
    changed.add(request.id());
    for (Operation operation : request.operations()) {
      operation.<Boolean>foldTarget(
          account -> changed.add(account.account()),
          document -> {
            if (movesUniqueValues(document)) {
              changed.add(document.document().collection());
            }
            return (document.mode() == HoldMode.SHARED ? checked : changed)
                .add(document.document());
          });
    }
    return new Footprint(changed, checked);
  }

  /**
   * Returns whether a uniquely indexed value comes or goes with it; a change never touches such a
   * one.
   */
  private static boolean movesUniqueValues(DocumentOperation operation) {
    return operation instanceof InsertDocument || operation instanceof RemoveDocument;
  }
}

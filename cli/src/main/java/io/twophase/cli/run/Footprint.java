package io.twophase.cli.run;

import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.operation.Operation;
import java.util.HashSet;
import java.util.Set;

/**
 * What a transaction touches. Two that touch nothing in common, or only check it, have the same
 * answers and leave the same documents whichever is first.
 *
 * @param changed its id, its accounts, and the documents that it does more to than check them
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
          document ->
              (document.mode() == HoldMode.SHARED ? checked : changed).add(document.document()));
    }
    return new Footprint(changed, checked);
  }
}

package io.twophase.app.transfer.batch;

import io.twophase.app.transfer.Refusal;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.TransactionRefusal;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/**
 * The requests of a batch as they are checked: those that make a transaction are run.
 *
 * @param bodies of those that are run
 * @param places of those among the entries
 * @param refused of each entry, why it makes no transaction, if it makes none
 */
record BatchStart(
    List<NewTransaction> bodies, List<Integer> places, List<Option<TransactionOutcome>> refused) {

  static BatchStart of(List<? extends BatchEntry> entries) {
    List<NewTransaction> bodies = new ArrayList<>(entries.size());
    List<Option<TransactionOutcome>> refused = new ArrayList<>(entries.size());
    List<Integer> places = new ArrayList<>(entries.size());
    for (BatchEntry entry : entries) {
      Either<TransactionRefusal, NewTransaction> checked = entry.request().transaction();
      if (checked.isRight()) {
        places.add(refused.size());
        bodies.add(checked.get());
        refused.add(Option.none());
      } else {
        refused.add(
            Option.some(
                new TransactionOutcome.Refused(
                    entry.request().id(),
                    new Refusal.Invalid(checked.getLeft()),
                    true,
                    false,
                    Option.none())));
      }
    }
    return new BatchStart(bodies, places, refused);
  }
}

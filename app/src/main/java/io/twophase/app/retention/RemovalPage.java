package io.twophase.app.retention;

import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.TransactionLookup;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Some of what has ended long enough ago: either lone transactions, those first that were finished
 * first; or transfers of batches, with the records of these. All of it is as a majority has it.
 *
 * @param transactions done or canceled; a transfer of a batch says which batch decided it
 * @param batches the batches of those that are transfers of batches; none has transfers elsewhere
 */
public record RemovalPage(List<TransactionLookup.Found> transactions, List<BatchRecord> batches) {

  /** At most so many transactions, but for one batch that alone has more. */
  static final int SIZE = 1_000;

  /** The ids of the transactions. */
  public Set<TransactionId> ids() {
    return transactions.stream().map(found -> found.record().id()).collect(Collectors.toSet());
  }

  /** The same without some of the transactions, and without batches that have none then. */
  RemovalPage without(Collection<TransactionId> others) {
    if (others.isEmpty()) {
      return this;
    }
    List<TransactionLookup.Found> rest =
        transactions.stream().filter(found -> !others.contains(found.record().id())).toList();
    Set<BatchId> theirs =
        rest.stream().flatMap(found -> found.batch().toJavaStream()).collect(Collectors.toSet());
    return new RemovalPage(
        rest, batches.stream().filter(batch -> theirs.contains(batch.id())).toList());
  }

  boolean isEmpty() {
    return transactions.isEmpty();
  }
}

package io.twophase.app.simulation.planted;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.State;
import io.twophase.ports.TransactionQuery;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.forwarding.ForwardingTransactions;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.List;

/** A planted fault: what is authorized is shown as overdue, and as read a day later than it was. */
public final class EagerExpiry extends ForwardingTransactions {

  public EagerExpiry(TransactionRepository sound) {
    super(sound);
  }

  @Override
  public List<TransactionLookup> overdue(int limit) {
    return latest(new TransactionQuery(Option.some(State.AUTHORIZED), Option.none(), limit));
  }

  @Override
  public List<TransactionLookup> find(List<TransactionId> ids) {
    return super.find(ids).stream().map(EagerExpiry::later).toList();
  }

  private static TransactionLookup later(TransactionLookup lookup) {
    return lookup instanceof TransactionLookup.Found found
        ? new TransactionLookup.Found(
            found.record(), found.unmodifiedFor().plus(Duration.ofDays(1)), found.batch())
        : lookup;
  }
}

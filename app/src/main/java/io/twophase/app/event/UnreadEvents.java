package io.twophase.app.event;

import io.twophase.app.retention.BeforeRemoval;
import io.twophase.app.retention.RemovalPage;
import io.twophase.domain.event.EventConsumer;
import io.twophase.domain.event.RecordId;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.ports.EventRepository;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Has retention wait for the consumers of events: what one of them has not read to its end stays,
 * and where there is a consumer, what has no number yet. Nothing waits for one that is forgotten.
 */
public final class UnreadEvents implements BeforeRemoval {

  private final EventRepository events;

  /** Of one store. */
  public UnreadEvents(EventRepository events) {
    this.events = events;
  }

  @Override
  public Set<TransactionId> heldBack(RemovalPage page) {
    List<Either<String, EventConsumer>> consumers = events.consumers();
    if (consumers.isEmpty()) {
      return Set.of();
    }
    long slowest = consumers.stream().mapToLong(UnreadEvents::readBy).min().getAsLong();
    return behind(events, slowest, page);
  }

  /** One that cannot be read may have read nothing. */
  static long readBy(Either<String, EventConsumer> consumer) {
    return consumer.map(each -> each.position().number()).getOrElse(0L);
  }

  /** Those of the page whose records have a higher number, or wait for one. */
  public static Set<TransactionId> behind(EventRepository events, long number, RemovalPage page) {
    Set<RecordId> unread = new HashSet<>(events.unread(number, deciders(page)));
    Set<TransactionId> heldBack = new HashSet<>();
    for (TransactionLookup.Found found : page.transactions()) {
      if (unread.contains(decider(found))) {
        heldBack.add(found.record().id());
      }
    }
    return heldBack;
  }

  private static List<RecordId> deciders(RemovalPage page) {
    Set<RecordId> deciders = new HashSet<>();
    page.transactions().forEach(found -> deciders.add(decider(found)));
    return new ArrayList<>(deciders);
  }

  private static RecordId decider(TransactionLookup.Found found) {
    return found
        .batch()
        .<RecordId>map((BatchId batch) -> new RecordId.OfBatch(batch))
        .getOrElse(() -> new RecordId.OfTransaction(found.record().id()));
  }
}

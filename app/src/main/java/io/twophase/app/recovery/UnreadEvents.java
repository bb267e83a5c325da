package io.twophase.app.recovery;

import io.twophase.domain.TransactionId;
import io.twophase.domain.event.EventConsumer;
import io.twophase.domain.hold.RecordId;
import io.twophase.ports.EventRepository;
import io.twophase.ports.Store;
import io.vavr.control.Either;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Has retention wait for the consumers of events and for the leaves of the tree of evidence: a
 * transaction stays that a consumer has not read to its end, or, while evidence is on, that has no
 * leaf. Where there is a consumer, or evidence is on, a transaction that has no number yet stays
 * too. Nothing waits for a consumer that is forgotten.
 */
public final class UnreadEvents implements BeforeRemoval {

  private final EventRepository events;

  /** The unread events of one store. */
  public UnreadEvents(Store store) {
    this.events = store.events();
  }

  @Override
  public Set<TransactionId> heldBack(RemovalPage page) {
    return needed(events).map(number -> behind(number, page)).orElse(Set.of());
  }

  /**
   * The last number whose record nobody needs any more; none if nobody needs any record. A consumer
   * that cannot be read may have read nothing.
   */
  static Optional<Long> needed(EventRepository events) {
    List<Either<String, EventConsumer>> consumers = events.consumers();
    long read =
        consumers.stream()
            .mapToLong(each -> each.map(one -> one.position().number()).getOrElse(0L))
            .min()
            .orElse(Long.MAX_VALUE);
    boolean isOn = events.evidence().isOn();
    return isOn || !consumers.isEmpty()
        ? Optional.of(isOn ? Math.min(read, events.evidence().size()) : read)
        : Optional.empty();
  }

  private Set<TransactionId> behind(long number, RemovalPage page) {
    List<RecordId> deciders =
        page.transactions().stream().flatMap(each -> each.decider().stream()).distinct().toList();
    Set<RecordId> unread = new HashSet<>(events.unread(number, deciders));
    return page.transactions().stream()
        .filter(each -> each.decider().filter(unread::contains).isPresent())
        .map(RemovalPage::id)
        .collect(Collectors.toSet());
  }
}

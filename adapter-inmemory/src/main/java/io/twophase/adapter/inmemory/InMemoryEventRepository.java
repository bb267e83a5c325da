package io.twophase.adapter.inmemory;

import io.twophase.domain.ConsumerName;
import io.twophase.domain.event.EventConsumer;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.DecisionSignal;
import io.twophase.ports.EventRepository;
import io.twophase.ports.EvidenceRepository;
import io.vavr.control.Either;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/** The numbers and the consumers in concurrent maps. Nothing here is ever in doubt. */
final class InMemoryEventRepository implements EventRepository {

  private final InMemoryDecisions decisions;
  private final ConcurrentSkipListMap<Long, NumberedRecord> numbers = new ConcurrentSkipListMap<>();
  private final ConcurrentSkipListMap<ConsumerName, EventConsumer> consumers =
      new ConcurrentSkipListMap<>();
  private final AtomicLong confirmed = new AtomicLong();
  private final AtomicLong trimmed = new AtomicLong();
  private final EvidenceRepository evidence = new InMemoryEvidenceRepository();

  InMemoryEventRepository(InMemoryDecisions decisions) {
    this.decisions = decisions;
  }

  @Override
  public boolean isOn() {
    return decisions.isOn();
  }

  @Override
  public void turnOn() {
    decisions.turn(true);
  }

  @Override
  public void turnOff() {
    decisions.turn(false);
  }

  @Override
  public long confirmed() {
    return confirmed.get();
  }

  @Override
  public MatchOutcome confirm(long upTo) {
    confirmed.accumulateAndGet(upTo, Math::max);
    return MatchOutcome.MATCHED;
  }

  @Override
  public List<NumberedRecord> numbered(long after) {
    return numbers.tailMap(after, false).values().stream().limit(MOST_AT_ONCE).toList();
  }

  @Override
  public MatchOutcome mark(List<NumberedRecord> records) {
    records.forEach(decisions::mark);
    return MatchOutcome.MATCHED;
  }

  @Override
  public List<RecordId> unnumbered() {
    return decisions.first(MOST_AT_ONCE);
  }

  @Override
  public void give(long first, List<RecordId> records) {
    long number = first;
    for (RecordId record : records) {
      if (numbers.putIfAbsent(number, new NumberedRecord(number, record)) != null) {
        break;
      }
      number++;
    }
  }

  @Override
  public long trimmed() {
    return trimmed.get();
  }

  @Override
  public MatchOutcome trim(long upTo) {
    if (upTo > confirmed.get()) {
      return MatchOutcome.NOT_MATCHED;
    }
    numbers.headMap(trimmed.accumulateAndGet(upTo, Math::max), true).clear();
    return MatchOutcome.MATCHED;
  }

  @Override
  public List<RecordId> unread(long upTo, List<RecordId> records) {
    Set<RecordId> behind = new HashSet<>();
    numbers.tailMap(upTo, false).values().forEach(each -> each.record().forEach(behind::add));
    return records.stream()
        .filter(record -> behind.contains(record) || decisions.isWaiting(record))
        .toList();
  }

  @Override
  public List<Optional<Long>> numbersOf(List<RecordId> records) {
    return records.stream().map(decisions::numberOf).toList();
  }

  @Override
  public EvidenceRepository evidence() {
    return evidence;
  }

  @Override
  public DecisionSignal decisions() {
    return decisions.signal();
  }

  @Override
  public List<Either<String, EventConsumer>> consumers() {
    return consumers.values().stream().<Either<String, EventConsumer>>map(Either::right).toList();
  }

  @Override
  public Optional<EventConsumer> consumer(ConsumerName name) {
    return Optional.ofNullable(consumers.get(name));
  }

  @Override
  public MatchOutcome add(EventConsumer consumer) {
    return matched(consumers.putIfAbsent(consumer.name(), consumer) == null);
  }

  @Override
  public MatchOutcome move(ConsumerName name, EventPosition from, EventPosition to) {
    return matched(
        consumers.replace(name, new EventConsumer(name, from), new EventConsumer(name, to)));
  }

  @Override
  public MatchOutcome forget(ConsumerName name) {
    return matched(consumers.remove(name) != null);
  }

  private static MatchOutcome matched(boolean isMatched) {
    return isMatched ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED;
  }
}
